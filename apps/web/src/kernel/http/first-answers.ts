import { hearServerTime } from '../device/clock.ts'

/** After this an answer that came with the page counts as old: milliseconds since the page was asked for. */
const FRESH_MS = 10_000

let answers: Record<string, unknown> | undefined

const read = (): Record<string, unknown> => {
  const element = document.getElementById('first-answers')
  element?.remove()
  if (performance.now() < FRESH_MS) hearServerTime(Number(element?.dataset.now))
  return element?.textContent ? (JSON.parse(element.textContent) as Record<string, unknown>) : {}
}

/**
 * The answer that the server put into the page for this address, once: whoever asks again asks the server.
 * Undefined when there is none, or when the page has been there for a while.
 */
export const takeFirstAnswer = (address: string): unknown => {
  answers ??= read()
  const answer = answers[address]
  delete answers[address]
  return performance.now() < FRESH_MS ? answer : undefined
}

/**
 * Whether the page came saying that somebody is signed in: the server knows the cookie. Undefined where it does not
 * say, as one that another server sent, and for whoever asks again: what has happened since it does not know.
 */
export const takePageSession = (): boolean | undefined => {
  const { session } = document.documentElement.dataset
  delete document.documentElement.dataset.session
  return session === undefined ? undefined : session === 'yes'
}
