import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Field } from './Field.tsx'
import { Select } from './Select.tsx'
import { render, expectNoAxeViolations } from './testing/render.tsx'

const email = (props: { error?: string | null; submitCount?: number; hint?: string } = {}) => (
  <Field label="E-mail" name="email" type="email" value="" onChange={() => {}} {...props} />
)
const input = page.getByRole('textbox', { name: 'E-mail' })
const isShaking = () => document.querySelector('[data-shake]') !== null

test('a field has a label and an accessible hint', async () => {
  await render(email({ hint: 'Only staff see it' }))
  await expect.element(input).toHaveAccessibleDescription('Only staff see it')
  await expectNoAxeViolations()
})

test('a focused field shows one focus ring, on the field or on the button in it', async () => {
  const options = [
    { value: 'a', label: 'Bungalow 1' },
    { value: 'b', label: 'Bungalow 2' },
  ]
  await render(
    <>
      <Field label="Password" name="password" type="password" value="" onChange={() => {}} />
      <Select label="Where" name="where" value="a" options={options} onChange={() => {}} />
    </>,
  )
  const rings = () =>
    [...document.querySelectorAll('input, button, select, :has(> input, > select)')]
      .filter(element => {
        const { outlineStyle, boxShadow } = getComputedStyle(element)
        return outlineStyle !== 'none' || boxShadow.includes('inset')
      })
      .map(({ tagName }) => tagName)
  for (const ring of ['DIV', 'BUTTON', 'DIV']) {
    await userEvent.tab()
    await expect.poll(rings).toEqual([ring])
  }
})

test('a field with an error shakes, receives focus and exposes the error', async () => {
  await render(email())
  expect(isShaking()).toBe(false)
  await render(email({ error: 'Please enter your email', submitCount: 1 }))
  await expect.element(input).toHaveFocus()
  await expect.poll(isShaking).toBe(true)
  await expect.element(input).toHaveAttribute('aria-invalid', 'true')
  await expect.element(input).toHaveAccessibleDescription('Please enter your email')
  await expectNoAxeViolations()
})

test('a field shakes again if the form is submitted again with the same error', async () => {
  await render(email({ error: 'Please enter your email', submitCount: 1 }))
  await expect.element(input).toHaveFocus()
  const onAnimationStart = vi.fn()
  document.querySelector('[data-invalid]')?.addEventListener('animationstart', onAnimationStart)
  ;(input.element() as HTMLElement).blur()
  await render(email({ error: 'Please enter your email', submitCount: 2 }))
  await expect.element(input).toHaveFocus()
  await expect.poll(isShaking).toBe(true)
})

test('a password field reveals and hides the password', async () => {
  await render(<Field label="Password" name="password" type="password" value="secret" onChange={() => {}} />)
  const password = page.getByLabelText('Password', { exact: true })
  await expect.element(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show the password' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide the password' }).click()
  await expect.element(password).toHaveAttribute('type', 'password')
})

test('a field announces its `verdict` while the user types, without taking focus', async () => {
  const nickname = (verdict: { good: boolean; text: string } | null) => (
    <Field label="Nickname" name="pseudo" value="Camille.R" onChange={() => {}} verdict={verdict} />
  )
  await render(nickname(null))
  const nicknameInput = page.getByRole('textbox', { name: 'Nickname' })
  expect(page.getByRole('status', { includeHidden: true }).element().textContent).toBe('')
  await render(nickname({ good: false, text: 'Nickname already used' }))
  await expect.element(nicknameInput).toHaveAccessibleDescription('Nickname already used')
  await expect.element(nicknameInput).not.toHaveFocus()
  expect(isShaking()).toBe(false)
  await render(nickname({ good: true, text: 'Nobody has it yet.' }))
  await expect.element(page.getByRole('status')).toHaveTextContent('Nobody has it yet.')
  await expectNoAxeViolations()
})

const LimitedForm = ({ onSend, rows }: { onSend: () => void; rows?: number }) => {
  const [value, setValue] = useState('')
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        onSend()
      }}
    >
      <Field label="Words" name="words" value={value} onChange={setValue} maxLength={400} {...(rows && { rows })} />
      <button type="submit">Send</button>
    </form>
  )
}

test.each([1, undefined])(
  'a field does not cut a text over the limit, shows the excess, and submits once the text fits (rows: %s)',
  async rows => {
    const onSend = vi.fn()
    await render(<LimitedForm onSend={onSend} {...(rows && { rows })} />)
    const textInput = page.getByRole('textbox', { name: 'Words' })
    const send = page.getByRole('button', { name: 'Send' })
    await textInput.fill('a'.repeat(412))
    await expect.element(textInput).toHaveValue('a'.repeat(412))
    await expect.element(textInput).toHaveAccessibleDescription('12 characters too many')
    await expect.element(textInput).toHaveAttribute('aria-invalid', 'true')
    expect(isShaking()).toBe(false)
    await send.click()
    await expect.element(textInput).toHaveFocus()
    await expect.poll(isShaking).toBe(true)
    expect(onSend).not.toHaveBeenCalled()
    await expectNoAxeViolations()
    await textInput.fill('a'.repeat(400))
    await expect.element(textInput).not.toHaveAttribute('aria-invalid')
    await expect.poll(isShaking).toBe(false)
    await send.click()
    expect(onSend).toHaveBeenCalledOnce()
  },
)
