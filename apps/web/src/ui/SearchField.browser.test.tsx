import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SearchField } from './SearchField.tsx'
import { render, expectNoAxeViolations } from './testing/render.tsx'

const MAX = 20
const onSearch = vi.fn()
const Search = ({ initial = '' }: { initial?: string }) => {
  const [text, setText] = useState(initial)
  return (
    <>
      <SearchField
        label="Search posts"
        maxLength={MAX}
        value={text}
        onChange={text => {
          setText(text)
          onSearch(text)
        }}
      />
      <button type="button" onClick={() => setText('elsewhere')}>
        Elsewhere
      </button>
    </>
  )
}
const field = page.getByRole('searchbox', { name: 'Search posts' })

test('a search field does not cut a pasted text over the limit, searches for the allowed part and shows the excess', async () => {
  await render(<Search />)
  const long = 'a word that is much longer than that'
  await field.fill(long)
  await expect.element(field).toHaveValue(long)
  expect(onSearch).toHaveBeenLastCalledWith(long.slice(0, MAX))
  await expect.element(field).toHaveAccessibleDescription('16 characters too many')
  await expectNoAxeViolations()
  await userEvent.type(field, '{Backspace}')
  await expect.element(field).toHaveAccessibleDescription('15 characters too many')
  await field.fill('short')
  await expect.element(field).toHaveAccessibleDescription('')
  expect(onSearch).toHaveBeenLastCalledWith('short')
})

test('a search field does not split a character at the limit', async () => {
  await render(<Search />)
  await field.fill(`${'x'.repeat(MAX - 1)}😀`)
  expect(onSearch).toHaveBeenLastCalledWith('x'.repeat(MAX - 1))
  await expect.element(field).toHaveValue(`${'x'.repeat(MAX - 1)}😀`)
})

test('a search field is cleared by its button, and follows a value set by its parent', async () => {
  await render(<Search />)
  await field.fill('x'.repeat(MAX + 5))
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
  await field.fill('x'.repeat(MAX + 5))
  await page.getByRole('button', { name: 'Elsewhere' }).click()
  await expect.element(field).toHaveValue('elsewhere')
  await expect.element(field).toHaveAccessibleDescription('')
})
