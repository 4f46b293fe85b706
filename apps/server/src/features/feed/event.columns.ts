import { groupsWithChat } from '@parvis/contract/feed-filter.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { canSeeAllAnswers } from './feed.policy.ts'

/** SQL version of the policy’s `canSeeAnswers`, for event `e`. `interested`: whether the viewer has answered `e`. */
export const canSeeAnswersColumn = (viewer: {
  canSeeAllAnswers: RawBuilder<unknown>
  userId: RawBuilder<unknown>
  interested: RawBuilder<unknown>
}): RawBuilder<boolean> => sql<boolean>`(${viewer.canSeeAllAnswers}::boolean or e.user_id = ${viewer.userId}
        or (${viewer.interested} and e.group_id in (${sql.join(groupsWithChat.map(group => sql.lit(group)))})))`

export const canSeeAnswersColumnFor = (actor: Actor): RawBuilder<boolean> =>
  canSeeAnswersColumn({
    canSeeAllAnswers: sql.val(canSeeAllAnswers(actor)),
    userId: sql.val(actor.userId),
    interested: sql`exists (select from event_answers own
      where own.community_id = e.community_id and own.event_id = e.id and own.user_id = ${actor.userId})`,
  })

/** Number of people who have answered posts published from the good deal `deal`, each counted once. */
export const answererCountColumn = (deal: string): RawBuilder<number> =>
  sql<number>`(select count(distinct u.account_id) from events e
    join event_answers a on a.community_id = e.community_id and a.event_id = e.id
    join users u on u.community_id = a.community_id and u.id = a.user_id
    where e.deal_id = ${sql.ref(deal)})::int`
