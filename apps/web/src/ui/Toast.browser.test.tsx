import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ToastRegion } from './Toast.tsx'
import {
  ALERT_MS,
  closeToast,
  CONFIRMATION_MS,
  closeToastsByCause,
  closeScreenToasts,
  toastDurationMs,
  showToast,
  shownToasts,
  showNoNetworkToast,
} from './toasts.ts'
import { render, expectNoAxeViolations } from './testing/render.tsx'

beforeEach(() =>
  render(
    <>
      <h1>Live</h1>
      <ToastRegion />
    </>,
  ),
)
afterEach(() => {
  vi.useRealTimers()
  for (const { id } of shownToasts()) closeToast(id)
})

test('a toast is added to a live region that already exists', async () => {
  const region = page.getByRole('status').element()
  expect(region.getAttribute('aria-live')).toBe('polite')
  showToast({ text: 'Answer removed' })
  await expect.element(page.getByText('Answer removed')).toBeVisible()
  expect(region.textContent).toContain('Answer removed')
  await expectNoAxeViolations()
})

test('a warning is announced as an alert and names its kind', async () => {
  showToast({ kind: 'warning', text: 'As guest, you cannot perform this action!' })
  await expect.element(page.getByText('As guest, you cannot perform this action!')).toBeVisible()
  expect(page.getByRole('alert').element().textContent).toContain('Warning')
})

test('a toast closes by its action and by its close button', async () => {
  const undo = vi.fn()
  // An info toast, because on a busy machine a confirmation may close before the click.
  showToast({ kind: 'info', text: 'Answer removed', action: { label: 'Undo', onClick: undo } })
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(undo).toHaveBeenCalledTimes(1)
  await expect.element(page.getByText('Answer removed')).not.toBeInTheDocument()
  showToast({ kind: 'error', text: 'Not sent' })
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByText('Not sent')).not.toBeInTheDocument()
})

test('a toast places its action beside a short text and below a long text', async () => {
  const topOf = (element: Element) => element.getBoundingClientRect().top
  const action = { label: 'What happens next', onClick: () => {} }
  showToast({ kind: 'info', text: 'Sent', action })
  const shortText = page.getByText('Sent', { exact: true })
  await expect.element(shortText).toBeVisible()
  const button = page.getByRole('button', { name: action.label })
  expect(topOf(button.element())).toBeLessThanOrEqual(topOf(shortText.element()))
  await button.click()
  showToast({
    kind: 'info',
    text: 'Thank you. The team looks at it, usually within a day; your name is not shown.',
    action,
  })
  const longText = page.getByText(/^Thank you/)
  await expect.element(longText).toBeVisible()
  expect(topOf(button.element())).toBeGreaterThanOrEqual(longText.element().getBoundingClientRect().bottom)
  const toast = longText.element().closest('[data-kind]')!.getBoundingClientRect()
  expect(topOf(longText.element()) - toast.top).toBeGreaterThanOrEqual(4)
  expect(longText.element().parentElement!.getBoundingClientRect().width).toBeGreaterThan(240)
})

test('a confirmation is shown for six seconds and an alert for thirty; two toasts with the same text are shown as one', () => {
  expect([toastDurationMs('done'), toastDurationMs('warning'), toastDurationMs('info')]).toEqual([
    CONFIRMATION_MS,
    ALERT_MS,
    ALERT_MS,
  ])
  vi.useFakeTimers()
  showToast({ text: 'Copied' })
  showToast({ text: 'Copied' })
  showToast({ kind: 'warning', text: 'Careful' })
  expect(shownToasts().map(({ text }) => text)).toEqual(['Copied', 'Careful'])
  vi.advanceTimersByTime(CONFIRMATION_MS)
  expect(shownToasts().map(({ text }) => text)).toEqual(['Careful'])
  vi.advanceTimersByTime(ALERT_MS)
  expect(shownToasts()).toEqual([])
})

test('closeToastsByCause closes the toasts of a cause, and a new toast of the same cause replaces the earlier one', async () => {
  showToast({ text: 'Answer removed', cause: 'answer 1' })
  showToast({ text: 'Not sent', kind: 'error', cause: 'answer 2' })
  showToast({ text: 'Sent too late', kind: 'error', cause: 'answer 2' })
  expect(shownToasts().map(({ text }) => text)).toEqual(['Answer removed', 'Sent too late'])
  closeToastsByCause('answer 1')
  expect(shownToasts().map(({ text }) => text)).toEqual(['Sent too late'])
  showNoNetworkToast()
  await expect.element(page.getByText('Network issue: unable to contact server')).toBeVisible()
  dispatchEvent(new Event('online'))
  expect(shownToasts().map(({ text }) => text)).toEqual(['Sent too late'])
})

test('a toast with a title and a short text has at most two lines on a phone, also with an action', async () => {
  await page.viewport(390, 844)
  for (const [text, action] of [
    ['This address does not exist any more.', undefined],
    ['Sent', 'Take it back'],
  ] as const) {
    showToast({ kind: 'info', text, ...(action && { action: { label: action, onClick: () => {} } }) })
    const textElement = await page.getByText(text, { exact: true }).findElement()
    const box = textElement.parentElement!
    const row = parseFloat(getComputedStyle(box).lineHeight)
    const { paddingTop, paddingBottom } = getComputedStyle(box)
    const rows = (box.getBoundingClientRect().height - parseFloat(paddingTop) - parseFloat(paddingBottom)) / row
    expect([text, Math.round(rows) <= 2]).toEqual([text, true])
    const toast = box.closest('[data-kind]')!.getBoundingClientRect()
    expect([text, toast.height <= 2 * 44 + 8]).toEqual([text, true])
    for (const { id } of shownToasts()) closeToast(id)
  }
})

test('closeScreenToasts closes toasts, except errors, infos with an action or a cause, and toasts shown since the last user input', async () => {
  showToast({ text: 'Answer removed.' })
  showToast({ kind: 'warning', text: 'As guest, you cannot perform this action!' })
  showToast({ kind: 'info', text: 'Weather of an hour ago' })
  showToast({ kind: 'error', text: 'Not sent' })
  showToast({ kind: 'info', text: 'A new version', action: { label: 'Reload', onClick: () => {} } })
  showToast({ kind: 'info', text: 'Sent later', cause: 'no network' })
  closeScreenToasts()
  expect(shownToasts()).toHaveLength(6)
  await userEvent.click(page.getByRole('heading', { name: 'Live' }))
  showToast({ text: 'Profile saved.' })
  closeScreenToasts()
  expect(shownToasts().map(({ text }) => text)).toEqual(['Not sent', 'A new version', 'Sent later', 'Profile saved.'])
})

test('a toast with `onPress` is a single button, which also works by keyboard', async () => {
  const onPress = vi.fn()
  const text = 'Please click on this message to register as a neighbor.'
  showToast({ kind: 'warning', text, onPress: onPress })
  await expect.element(page.getByRole('alert').getByRole('button', { name: `Warning ${text}` })).toBeVisible()
  await expectNoAxeViolations()
  const button = page.getByRole('button', { name: `Warning ${text}` }).element() as HTMLElement
  expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  button.focus()
  await userEvent.keyboard('{Enter}')
  expect(onPress).toHaveBeenCalledTimes(1)
  await expect.element(page.getByText(text)).not.toBeInTheDocument()
})

test.each([
  ['is placed above the tapped button', '48px', true],
  ['stays in the window when the tapped element fills it', '100vh', false],
  ['stays in the window when the tapped element is taller', '150vh', false],
])('a toast %s', async (_, blockSize, isAbove) => {
  await render(
    <>
      <h1>Live</h1>
      <button
        type="button"
        style={{ position: 'fixed', insetInline: 0, insetBlockEnd: 0, blockSize }}
        onClick={() => showToast({ text: 'Copied' })}
      >
        Copy
      </button>
      <ToastRegion />
    </>,
  )
  const button = page.getByRole('button', { name: 'Copy' })
  await button.click({
    position: {
      x: 20,
      y: isAbove ? 20 : innerHeight / 2 + (button.element().getBoundingClientRect().height - innerHeight),
    },
  })
  await expect.element(page.getByText('Copied')).toBeVisible()
  const message = page.getByRole('status').element().firstElementChild!
  await Promise.all(message.getAnimations().map(({ finished }) => finished))
  const box = message.getBoundingClientRect()
  expect([box.top >= 0, box.bottom <= innerHeight]).toEqual([true, true])
  expect(box.bottom <= button.element().getBoundingClientRect().top).toBe(isAbove)
})

test('a raised toast moves down again once the tapped button is scrolled away', async () => {
  await render(
    <>
      <h1>Live</h1>
      <button
        type="button"
        style={{ display: 'block', inlineSize: '100%', marginBlock: '100vh 200vh' }}
        onClick={() => showToast({ kind: 'info', text: 'Kept' })}
      >
        Keep
      </button>
      <ToastRegion />
    </>,
  )
  const button = page.getByRole('button', { name: 'Keep' })
  // Scrolls the button to just above the tab bar of a phone, where toasts appear.
  scrollTo(0, button.element().getBoundingClientRect().bottom + scrollY - innerHeight + 90)
  await button.click()
  await expect.element(page.getByText('Kept')).toBeVisible()
  const region = page.getByRole('status').element().parentElement!
  const lift = () => region.style.getPropertyValue('--toast-lift')
  expect(lift()).not.toBe('')
  scrollTo(0, innerHeight)
  await expect.poll(lift).toBe('')
  scrollTo(0, 0)
})

test('a toast shows its kind unless it is a confirmation', async () => {
  for (const [kind, title] of [
    ['info', 'Info'],
    ['warning', 'Warning'],
    ['error', 'Error'],
  ] as const) {
    showToast({ kind, text: `a ${kind}` })
    const { width, height } = (await page.getByText(title, { exact: true }).findElement()).getBoundingClientRect()
    expect([title, width > 20, height > 10]).toEqual([title, true, true])
  }
  showToast({ text: 'done' })
  await expect.element(page.getByText('done', { exact: true })).toBeVisible()
  expect(document.querySelectorAll('[data-kind="done"] b')).toHaveLength(0)
})
