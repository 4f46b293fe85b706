import type { LiveEvent } from '@parvis/contract/feed.ts'

/** What lets answers wait until the server can be reached. */
export interface AnswersLater {
  /** Keeps what was just tapped; false where nobody is here whose it could be. */
  answerLater: (post: LiveEvent) => Promise<boolean>
  /** Whether an earlier answer to this post waits: then this one has taken its place. */
  goesAfterAnother: (post: LiveEvent) => boolean
}

let current: AnswersLater | undefined

/** Once it has been fetched: a first screen does without it. */
export const setAnswersLater = (part: AnswersLater): void => {
  current = part
}

export const answersLater = (): AnswersLater | undefined => current
