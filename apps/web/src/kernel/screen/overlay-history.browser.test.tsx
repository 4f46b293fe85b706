import { createBrowserHistory } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#web/ui/testing/draw.tsx'
import { useBackCloses, watchOverlays } from './overlay-history.ts'

const router = createBrowserHistory()
const start = `${location.pathname}${location.search}`
const seen = vi.fn()
const at = () => location.hash
const overlays = () => (history.state as { overlays?: number }).overlays ?? 0
const settled = (hash: string, over: number) => expect.poll(() => [at(), overlays()]).toEqual([hash, over])

beforeAll(() => watchOverlays(router))
afterAll(() => router.destroy())
beforeEach(async () => {
  // at once, they would be one
  for (const hash of ['#feed', '#post']) {
    router.push(start + hash)
    await settled(hash, 0)
  }
  seen.mockReset()
})
router.subscribe(({ location: { hash } }) => seen(hash))

const Overlay = ({ name, onClose, children }: { name: string; onClose: () => void; children?: ReactNode }) => {
  useBackCloses(onClose, true)
  return (
    <section aria-label={name}>
      <p>{name}</p>
      <button type="button" onClick={onClose}>{`Close ${name}`}</button>
      {children}
    </section>
  )
}

const Screen = ({ onGone }: { onGone?: () => void }) => {
  const [open, setOpen] = useState(0)
  const less = () => setOpen(count => count - 1)
  return (
    <>
      <button type="button" onClick={() => setOpen(1)}>
        Open
      </button>
      {open > 0 && (
        <Overlay name="sheet" onClose={less}>
          <button type="button" onClick={() => setOpen(2)}>
            More
          </button>
          <button
            type="button"
            onClick={() => {
              setOpen(0)
              onGone?.()
            }}
          >
            Go
          </button>
        </Overlay>
      )}
      {open > 1 && <Overlay name="question" onClose={less} />}
    </>
  )
}
const press = async (name: string) => {
  const button = page.getByRole('button', { name, exact: true })
  await expect.element(button).toBeVisible()
  ;(button.element() as HTMLElement).click()
}
const shown = () =>
  page
    .getByRole('paragraph')
    .elements()
    .map(element => element.textContent)

test('back closes what stands over a screen; the screen stays, and forward opens nothing', async () => {
  await draw(<Screen />)
  await press('Open')
  await settled('#post', 1)
  history.back()
  await settled('#post', 0)
  await expect.poll(shown).toEqual([])
  const sent = vi.spyOn(history, 'go')
  history.forward()
  await expect.poll(() => sent.mock.calls).toEqual([[-1]])
  await settled('#post', 0)
  expect([shown(), seen.mock.calls]).toEqual([[], []])
})

test('one over another: back closes the topmost first', async () => {
  await draw(<Screen />)
  await press('Open')
  await press('More')
  await settled('#post', 2)
  history.back()
  await expect.poll(shown).toEqual(['sheet'])
  await settled('#post', 1)
  history.back()
  await expect.poll(shown).toEqual([])
  await settled('#post', 0)
  history.back()
  await settled('#feed', 0)
  await expect.poll(() => seen.mock.calls).toEqual([['#feed']])
})

test('closed in another way it leaves nothing behind: the next back leaves the screen', async () => {
  await draw(<Screen />)
  await press('Open')
  await settled('#post', 1)
  await press('Close sheet')
  await settled('#post', 0)
  history.back()
  await settled('#feed', 0)
})

test('an act that closes it and leaves the screen leaves it once', async () => {
  await draw(<Screen onGone={() => router.back()} />)
  await press('Open')
  await press('More')
  await settled('#post', 2)
  await press('Go')
  await settled('#feed', 0)
  await expect.poll(() => seen.mock.calls).toEqual([['#feed']])
})

const soon = (act: () => void) => {
  queueMicrotask(() => queueMicrotask(() => queueMicrotask(act)))
}

test.each([
  ['at once', (act: () => void) => act()],
  ['a moment later', soon],
])('an act that closes it and goes on %s stands over the screen itself', async (_, when) => {
  await draw(<Screen onGone={() => when(() => router.push(`${start}#next`))} />)
  await press('Open')
  await settled('#post', 1)
  await press('Go')
  await settled('#next', 0)
  expect(router.location.hash).toBe('#next')
  history.back()
  await settled('#post', 0)
  await expect.poll(() => router.location.hash).toBe('#post')
  history.back()
  await settled('#feed', 0)
})

test('one that does not close is asked again at the next back', async () => {
  const asked = vi.fn()
  await draw(<Overlay name="question" onClose={asked} />)
  await settled('#post', 1)
  for (const times of [1, 2]) {
    history.back()
    await expect.poll(() => asked.mock.calls.length).toBe(times)
    await settled('#post', 1)
  }
})

test('an entry that a reload left over the screen is taken off', async () => {
  History.prototype.pushState.call(history, { ...history.state, overlays: 1 }, '')
  watchOverlays(router)
  await settled('#post', 0)
  expect(seen.mock.calls).toEqual([])
})
