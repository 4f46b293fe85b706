import { syncServerTime } from '../device/clock.ts'

const MAX_AGE_MS = 10_000

let responses: Record<string, unknown> | undefined

const readResponses = (): Record<string, unknown> => {
  const element = document.getElementById('first-answers')
  element?.remove()
  if (performance.now() < MAX_AGE_MS) syncServerTime(Number(element?.dataset.now))
  return element?.textContent ? (JSON.parse(element.textContent) as Record<string, unknown>) : {}
}

/** Returns, only once, the response that the server embedded in the page; undefined if it is missing or too old. */
export const takePreloadedResponse = (address: string): unknown => {
  responses ??= readResponses()
  const response = responses[address]
  delete responses[address]
  return performance.now() < MAX_AGE_MS ? response : undefined
}

/** Returns, only once, whether the server rendered the page for a session; undefined if the page does not say. */
export const takePageSession = (): boolean | undefined => {
  const { session } = document.documentElement.dataset
  delete document.documentElement.dataset.session
  return session === undefined ? undefined : session === 'yes'
}
