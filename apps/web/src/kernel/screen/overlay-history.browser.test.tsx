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
  // Pushed at once, they would become one entry.
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

test('closes an overlay on back, stays on the screen, and opens nothing on forward', async () => {
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

test('closes the topmost of two overlays first', async () => {
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

test('leaves no history entry when the overlay is closed in another way', async () => {
  await draw(<Screen />)
  await press('Open')
  await settled('#post', 1)
  await press('Close sheet')
  await settled('#post', 0)
  history.back()
  await settled('#feed', 0)
})

test('leaves the screen once when an action closes the overlay and goes back', async () => {
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
])('replaces the entry of an overlay when an action closes it and navigates %s', async (_, when) => {
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

test('asks an overlay that stays open again on the next back', async () => {
  const asked = vi.fn()
  await draw(<Overlay name="question" onClose={asked} />)
  await settled('#post', 1)
  for (const times of [1, 2]) {
    history.back()
    await expect.poll(() => asked.mock.calls.length).toBe(times)
    await settled('#post', 1)
  }
})

test('removes an overlay entry that remained after a reload', async () => {
  History.prototype.pushState.call(history, { ...history.state, overlays: 1 }, '')
  watchOverlays(router)
  await settled('#post', 0)
  expect(seen.mock.calls).toEqual([])
})
