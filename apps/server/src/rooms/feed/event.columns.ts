import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { seesEveryAnswer } from './feed.policy.ts'

/** Whether a viewer is shown who answered the event `e`, which they read: `seesAnswers` of the policy, of a row. */
export const answersShown = (viewer: {
  seesEveryAnswer: RawBuilder<unknown>
  userId: RawBuilder<unknown>
}): RawBuilder<boolean> => sql<boolean>`(${viewer.seesEveryAnswer}::boolean or e.user_id = ${viewer.userId})`

/** The same for one actor. */
export const answersShownTo = (actor: Actor): RawBuilder<boolean> =>
  answersShown({ seesEveryAnswer: sql.val(seesEveryAnswer(actor)), userId: sql.val(actor.userId) })
