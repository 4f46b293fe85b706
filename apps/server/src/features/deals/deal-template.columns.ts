import type { CommunityType } from '@parvis/contract/community.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'

/** Whether the catalogue offers the template `t` to this type of community. */
export const suitsCommunityType = (type: CommunityType): RawBuilder<boolean> =>
  sql<boolean>`(t.community_types is null or ${type}::text = any (t.community_types))`

/** Whether a good deal of this actor may use the template `t`. */
export const canUseInDeal = ({ communityId, community }: Actor): RawBuilder<boolean> =>
  sql<boolean>`(t.type = 'GooddealActivity' and t.removed_at is null
    and (t.community_id is null or t.community_id = ${communityId}) and ${suitsCommunityType(community.type)})`
