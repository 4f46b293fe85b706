import { act } from 'react'
import { expect } from 'vitest'
import { until, write } from './draw-alone.tsx'

type Line = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
/** The field with this name. */
export const line = (name: string): Line | null => document.querySelector<Line>(`[name="${name}"]`)
export const valueOf = (name: string): string | undefined => line(name)?.value
export const fill = (name: string, text: string) => write(text, `[name="${name}"]`)

/** The accessible description of a field: its hint, or its error. */
const readWith = (name: string): string =>
  (line(name)?.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent ?? '')
    .join(' ')

/** Expects the field to show this error, and by default to have the focus. */
export const isWrong = async (name: string, error: string, { focused = true } = {}): Promise<void> => {
  const found = () => ({
    error: readWith(name),
    invalid: line(name)?.getAttribute('aria-invalid'),
    ...(focused && { focus: document.activeElement?.getAttribute('name') }),
  })
  await until(() => {
    const { error: read, invalid, focus } = found()
    return read.includes(error) && invalid === 'true' && (!focused || focus === name)
  })
  expect(found()).toEqual({
    error: expect.stringContaining(error),
    invalid: 'true',
    ...(focused && { focus: name }),
  })
}
/** Submits the form. */
export const submit = () => act(async () => document.querySelector<HTMLElement>('button[type=submit]')!.click())

/** The button, link, summary or radio with this name. */
export const called = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('button, a, summary, [role=radio]')].find(
    one => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name,
  )
