import type { LiveEvent } from '@parvis/contract/feed.ts'

/** What lets answers wait until the server can be reached. */
export interface AnswersLater {
  /** Keeps what was just tapped; false where nobody is here whose it could be. */
  answerLater: (post: LiveEvent) => Promise<boolean>
  /** Whether an earlier answer to this post waits: then this one has taken its place. */
  goesAfterAnother: (post: LiveEvent) => boolean
}

/** So long it is waited for, in milliseconds. */
const COMES_MS = 10_000

const { promise: coming, resolve: come } = Promise.withResolvers<AnswersLater>()
let current: AnswersLater | undefined

/** Once it has been fetched: a first screen does without it. */
export const setAnswersLater = (part: AnswersLater): void => {
  current = part
  come(part)
}

export const answersLater = (): AnswersLater | undefined => current

/** For what is tapped right after a page has come, before the part has; undefined where it does not come. */
export const answersLaterSoon = (): Promise<AnswersLater | undefined> =>
  Promise.race([coming, new Promise<undefined>(late => setTimeout(late, COMES_MS))])
