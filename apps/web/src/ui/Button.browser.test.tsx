import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from './Button.tsx'
import { render, expectNoAxeViolations } from './testing/render.tsx'

const Toggle = () => {
  const [pressed, setPressed] = useState(false)
  return (
    <Button pressed={pressed} onClick={() => setPressed(!pressed)}>
      Interested
    </Button>
  )
}

test('a toggle button exposes its pressed state', async () => {
  await render(<Toggle />)
  const button = page.getByRole('button', { name: 'Interested' })
  await expect.element(button).toHaveAttribute('aria-pressed', 'false')
  await button.click()
  await expect.element(button).toHaveAttribute('aria-pressed', 'true')
  await expectNoAxeViolations()
})

test('a busy button remains focused and ignores clicks', async () => {
  const onClick = vi.fn()
  const onSubmit = vi.fn()
  const form = (busy: boolean) => (
    <form
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Button type="submit" busy={busy} onClick={onClick}>
        Log in
      </Button>
    </form>
  )
  await render(form(false))
  const button = page.getByRole('button', { name: 'Log in' })
  await button.click()
  expect(onSubmit).toHaveBeenCalledTimes(1)
  await render(form(true))
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1])
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
})

test('a button of each kind has enough contrast and a large enough target', async () => {
  await render(
    <>
      {(['primary', 'soft', 'outline', 'quiet', 'danger', 'danger-quiet'] as const).map(kind => (
        <Button key={kind} kind={kind}>
          {kind}
        </Button>
      ))}
    </>,
  )
  await expectNoAxeViolations()
  expect(
    page
      .getByRole('button')
      .elements()
      .map(element => element.getBoundingClientRect().height >= 44),
  ).not.toContain(false)
})
