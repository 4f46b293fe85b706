import type { FeedPost } from '@parvis/contract/feed.ts'

/** The offline queue of answers, in a chunk that is loaded after the first screen. */
export interface OfflineAnswers {
  /** Queues the answer that was just tapped; resolves with false when nobody is logged in. */
  queueAnswer: (post: FeedPost) => Promise<boolean>
  /** Replaces the pending answer to this post, if there is one. Returns whether there was one. */
  replacePendingAnswer: (post: FeedPost) => boolean
}

const LOAD_TIMEOUT_MS = 10_000

const { promise: loaded, resolve: resolveLoaded } = Promise.withResolvers<OfflineAnswers>()
let current: OfflineAnswers | undefined

/** Called by the chunk that is loaded after the first screen. */
export const setOfflineAnswers = (answers: OfflineAnswers): void => {
  current = answers
  resolveLoaded(answers)
}

export const getOfflineAnswers = (): OfflineAnswers | undefined => current

/** For a tap right after page load: waits until the queue is loaded. Undefined if that takes over ten seconds. */
export const waitForOfflineAnswers = (): Promise<OfflineAnswers | undefined> =>
  Promise.race([loaded, new Promise<undefined>(resolve => setTimeout(resolve, LOAD_TIMEOUT_MS))])
