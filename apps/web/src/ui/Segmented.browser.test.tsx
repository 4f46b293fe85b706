import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Segmented } from './Segmented.tsx'
import { render, expectNoAxeViolations } from './testing/render.tsx'

const options = [
  { value: 'list', label: 'List' },
  { value: 'map', label: 'Map' },
  { value: 'both', label: 'Both' },
]
const Choice = () => {
  const [value, setValue] = useState('list')
  return <Segmented label="View" options={options} value={value} onChange={setValue} />
}
const choice = (name: string) => page.getByRole('radio', { name })

test('a segmented control is one tab stop, and its arrow keys select options and wrap around', async () => {
  await render(<Choice />)
  await expect.element(page.getByRole('radiogroup', { name: 'View' })).toBeVisible()
  await expectNoAxeViolations()
  await userEvent.keyboard('{Tab}')
  await expect.element(choice('List')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(choice('Both')).toHaveFocus()
  await expect.element(choice('Both')).toHaveAttribute('aria-checked', 'true')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(choice('List')).toHaveAttribute('aria-checked', 'true')
  await userEvent.keyboard('{Tab}')
  await expect.element(choice('Map')).not.toHaveFocus()
})

test('a segmented control selects by click', async () => {
  await render(<Choice />)
  await choice('Map').click()
  await expect.element(choice('Map')).toHaveAttribute('aria-checked', 'true')
  await expect.element(choice('List')).toHaveAttribute('aria-checked', 'false')
})
