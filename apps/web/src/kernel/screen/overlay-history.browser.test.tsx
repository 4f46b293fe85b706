import { createBrowserHistory } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/ui/testing/render.tsx'
import { useCloseOnBack, watchOverlays } from './overlay-history.ts'

const router = createBrowserHistory()
const start = `${location.pathname}${location.search}`
const onRouterChange = vi.fn()
const at = () => location.hash
const overlays = () => (history.state as { overlays?: number }).overlays ?? 0
const expectHistory = (hash: string, overlayCount: number) =>
  expect.poll(() => [at(), overlays()]).toEqual([hash, overlayCount])

beforeAll(() => watchOverlays(router))
afterAll(() => router.destroy())
beforeEach(async () => {
  // Waits between the pushes, because browsers merge entries that are pushed at once.
  for (const hash of ['#feed', '#post']) {
    router.push(start + hash)
    await expectHistory(hash, 0)
  }
  onRouterChange.mockReset()
})
router.subscribe(({ location: { hash } }) => onRouterChange(hash))

const Overlay = ({ name, onClose, children }: { name: string; onClose: () => void; children?: ReactNode }) => {
  useCloseOnBack(onClose, true)
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
  const closeTop = () => setOpen(count => count - 1)
  return (
    <>
      <button type="button" onClick={() => setOpen(1)}>
        Open
      </button>
      {open > 0 && (
        <Overlay name="sheet" onClose={closeTop}>
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
      {open > 1 && <Overlay name="question" onClose={closeTop} />}
    </>
  )
}
const press = async (name: string) => {
  const button = page.getByRole('button', { name, exact: true })
  await expect.element(button).toBeVisible()
  ;(button.element() as HTMLElement).click()
}
const shownOverlays = () =>
  page
    .getByRole('paragraph')
    .elements()
    .map(element => element.textContent)

test('going back closes an overlay without leaving the screen, and going forward does not reopen the overlay', async () => {
  await render(<Screen />)
  await press('Open')
  await expectHistory('#post', 1)
  history.back()
  await expectHistory('#post', 0)
  await expect.poll(shownOverlays).toEqual([])
  const sent = vi.spyOn(history, 'go')
  history.forward()
  await expect.poll(() => sent.mock.calls).toEqual([[-1]])
  await expectHistory('#post', 0)
  expect([shownOverlays(), onRouterChange.mock.calls]).toEqual([[], []])
})

test('going back closes the topmost of two overlays first', async () => {
  await render(<Screen />)
  await press('Open')
  await press('More')
  await expectHistory('#post', 2)
  history.back()
  await expect.poll(shownOverlays).toEqual(['sheet'])
  await expectHistory('#post', 1)
  history.back()
  await expect.poll(shownOverlays).toEqual([])
  await expectHistory('#post', 0)
  history.back()
  await expectHistory('#feed', 0)
  await expect.poll(() => onRouterChange.mock.calls).toEqual([['#feed']])
})

test('an overlay that the user closes with its close button leaves no history entry', async () => {
  await render(<Screen />)
  await press('Open')
  await expectHistory('#post', 1)
  await press('Close sheet')
  await expectHistory('#post', 0)
  history.back()
  await expectHistory('#feed', 0)
})

test('an action that closes all overlays and calls router.back() goes back by exactly one screen', async () => {
  await render(<Screen onGone={() => router.back()} />)
  await press('Open')
  await press('More')
  await expectHistory('#post', 2)
  await press('Go')
  await expectHistory('#feed', 0)
  await expect.poll(() => onRouterChange.mock.calls).toEqual([['#feed']])
})

const afterMicrotasks = (action: () => void) => {
  queueMicrotask(() => queueMicrotask(() => queueMicrotask(action)))
}

test.each([
  ['at once', (action: () => void) => action()],
  ['a moment later', afterMicrotasks],
])('an action that closes the overlay and navigates %s replaces the overlay’s history entry', async (_, when) => {
  await render(<Screen onGone={() => when(() => router.push(`${start}#next`))} />)
  await press('Open')
  await expectHistory('#post', 1)
  await press('Go')
  await expectHistory('#next', 0)
  expect(router.location.hash).toBe('#next')
  history.back()
  await expectHistory('#post', 0)
  await expect.poll(() => router.location.hash).toBe('#post')
  history.back()
  await expectHistory('#feed', 0)
})

test('an overlay that ignores `onClose` when the user goes back receives another call at the next attempt', async () => {
  const onClose = vi.fn()
  await render(<Overlay name="question" onClose={onClose} />)
  await expectHistory('#post', 1)
  for (const times of [1, 2]) {
    history.back()
    await expect.poll(() => onClose.mock.calls.length).toBe(times)
    await expectHistory('#post', 1)
  }
})

test('an overlay’s history entry that remained after a reload is removed', async () => {
  History.prototype.pushState.call(history, { ...history.state, overlays: 1 }, '')
  watchOverlays(router)
  await expectHistory('#post', 0)
  expect(onRouterChange.mock.calls).toEqual([])
})
