import { act } from 'react'
import { expect } from 'vitest'
import { waitUntil, typeInto } from './render-standalone.tsx'

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
export const fieldNamed = (name: string): FormField | null => document.querySelector<FormField>(`[name="${name}"]`)
export const fieldValue = (name: string): string | undefined => fieldNamed(name)?.value
export const fill = (name: string, text: string) => typeInto(text, `[name="${name}"]`)

/** The text of a field's `aria-describedby`: its hint or its error. */
const descriptionOf = (name: string): string =>
  (fieldNamed(name)?.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent ?? '')
    .join(' ')

/** Asserts that the field shows this error and, by default, has the focus. */
export const expectFieldError = async (name: string, error: string, { focused = true } = {}): Promise<void> => {
  const fieldState = () => ({
    error: descriptionOf(name),
    invalid: fieldNamed(name)?.getAttribute('aria-invalid'),
    ...(focused && { focus: document.activeElement?.getAttribute('name') }),
  })
  await waitUntil(() => {
    const { error: description, invalid, focus } = fieldState()
    return description.includes(error) && invalid === 'true' && (!focused || focus === name)
  })
  expect(fieldState()).toEqual({
    error: expect.stringContaining(error),
    invalid: 'true',
    ...(focused && { focus: name }),
  })
}
export const submit = () => act(async () => document.querySelector<HTMLElement>('button[type=submit]')!.click())

/** Finds a button, link, summary or radio by its accessible name. */
export const findControl = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('button, a, summary, [role=radio]')].find(
    candidate => (candidate.getAttribute('aria-label') ?? candidate.textContent.trim()) === name,
  )
