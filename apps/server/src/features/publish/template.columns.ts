import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { templateQueryScope } from './template.policy.ts'

/** SQL version of the policy’s `canSeeTemplate`, for the template `t`, without its check of the community type. */
export const isOfferedTo = (actor: Actor): RawBuilder<boolean> => {
  const { types, includesSharedMessages } = templateQueryScope(actor)
  const shared = includesSharedMessages
    ? sql`or (t.type = 'Template' and t.community_id = any (array(
        select c.id from communities c where c.organization_id = ${actor.organizationId})))`
    : sql``
  return sql<boolean>`(t.type = any (${types}::text[]) and (t.community_id is null or t.community_id = ${actor.communityId} ${shared}))`
}
