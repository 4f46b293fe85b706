import type { LiveEvent } from '@parvis/contract/feed.ts'

/** The offline queue of answers. It is loaded after the first screen. */
export interface AnswersLater {
  /** Queues the answer that was just tapped; false where nobody is logged in. */
  answerLater: (post: LiveEvent) => Promise<boolean>
  /** Whether an earlier answer to this post is pending, which this one then replaces. */
  goesAfterAnother: (post: LiveEvent) => boolean
}

const COMES_MS = 10_000

const { promise: coming, resolve: come } = Promise.withResolvers<AnswersLater>()
let current: AnswersLater | undefined

/** Called by the part that is loaded after the first screen. */
export const setAnswersLater = (part: AnswersLater): void => {
  current = part
  come(part)
}

export const answersLater = (): AnswersLater | undefined => current

/** For a tap right after page load; undefined when the offline part has not loaded within ten seconds. */
export const answersLaterSoon = (): Promise<AnswersLater | undefined> =>
  Promise.race([coming, new Promise<undefined>(late => setTimeout(late, COMES_MS))])
