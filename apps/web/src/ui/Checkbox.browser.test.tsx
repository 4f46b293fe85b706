import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Checkbox } from './Checkbox.tsx'
import { render, expectNoAxeViolations } from './testing/render.tsx'

const Terms = ({ error = null, submitCount = 0 }: { error?: string | null; submitCount?: number }) => {
  const [checked, setChecked] = useState(false)
  return (
    <Checkbox name="terms" checked={checked} onChange={setChecked} error={error} submitCount={submitCount}>
      I accept the{' '}
      <a href="#terms" target="_self">
        terms
      </a>
    </Checkbox>
  )
}
const box = page.getByRole('checkbox', { name: 'I accept the terms' })

test('a checkbox toggles on a click on its label and on the space bar, but not on a click on a link in the label', async () => {
  await render(<Terms />)
  await page
    .getByText('I accept the', { exact: false })
    .first()
    .click({ position: { x: 5, y: 5 } })
  await expect.element(box).toBeChecked()
  ;(box.element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await expect.element(box).not.toBeChecked()
  await page.getByRole('link', { name: 'terms' }).click()
  expect(location.hash).toBe('#terms')
  await expect.element(box).not.toBeChecked()
  expect(document.querySelector('label')!.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await expectNoAxeViolations()
})

test('a checkbox with an error receives focus at each submission of the form, and exposes the error', async () => {
  await render(<Terms error="Please confirm" submitCount={1} />)
  await expect.element(box).toHaveFocus()
  await expect.element(box).toHaveAccessibleDescription('Please confirm')
  await expect.element(box).toHaveAttribute('aria-invalid', 'true')
  ;(box.element() as HTMLElement).blur()
  await render(<Terms error="Please confirm" submitCount={2} />)
  await expect.element(box).toHaveFocus()
  await expectNoAxeViolations()
})
