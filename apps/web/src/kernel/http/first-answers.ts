import { hearServerTime } from '../device/clock.ts'

const FRESH_MS = 10_000

let answers: Record<string, unknown> | undefined

const read = (): Record<string, unknown> => {
  const element = document.getElementById('first-answers')
  element?.remove()
  if (performance.now() < FRESH_MS) hearServerTime(Number(element?.dataset.now))
  return element?.textContent ? (JSON.parse(element.textContent) as Record<string, unknown>) : {}
}

/** The response that the server embedded in the page, once; undefined if there is none or it is too old. */
export const takeFirstAnswer = (address: string): unknown => {
  answers ??= read()
  const answer = answers[address]
  delete answers[address]
  return performance.now() < FRESH_MS ? answer : undefined
}

/** Whether the server rendered the page for a session, once; undefined if it did not say. */
export const takePageSession = (): boolean | undefined => {
  const { session } = document.documentElement.dataset
  delete document.documentElement.dataset.session
  return session === undefined ? undefined : session === 'yes'
}
