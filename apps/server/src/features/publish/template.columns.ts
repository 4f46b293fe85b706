import type { CommunityType } from '@parvis/contract/community.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { StoredChoice } from '#server/kernel/choices.ts'
import { templateQueryScope } from './template.policy.ts'

export interface TemplateSummaryRow {
  id: string
  name: string | null
  name_en: string | null
  picto: string
  hue: string
}

/** Id, name, pictogram and hue of a post’s template in one column, from the joins `template` and `category`. */
export const templateSummaryColumn = (template: string, category: string): RawBuilder<TemplateSummaryRow | null> => {
  const at = (column: string) => sql.ref(`${template}.${column}`)
  return sql<TemplateSummaryRow | null>`case when ${at('id')} is not null then json_build_object('id', ${at('id')}, 'name', ${at('name')},
    'name_en', ${at('name_en')}, 'picto', ${at('picto')}, 'hue', ${sql.ref(`${category}.hue`)}) end`
}

/**
 * The choice that the author of `event` made from the choices of template and deal; null if it is no longer offered.
 */
export const choiceColumn = (event: string, template: string, deal: string): RawBuilder<StoredChoice | null> => {
  const choices = (table: string) => sql`coalesce(${sql.ref(`${table}.choices`)}, '[]'::jsonb)`
  return sql<StoredChoice | null>`(select choice from jsonb_array_elements(${choices(template)} || ${choices(deal)}) choice
    where choice ->> 'id' = ${sql.ref(`${event}.choice_id`)} limit 1)`
}

/** SQL version of the policy’s `canSeeTemplate`, for the template `t`, without its check of the community type. */
export const isOfferedTo = (actor: Actor): RawBuilder<boolean> => {
  const { types, includesSharedMessages } = templateQueryScope(actor)
  const shared = includesSharedMessages
    ? sql`or (t.type = 'Template' and t.community_id = any (array(
        select c.id from communities c where c.organization_id = ${actor.organizationId})))`
    : sql``
  return sql<boolean>`(t.type = any (${types}::text[]) and (t.community_id is null or t.community_id = ${actor.communityId} ${shared}))`
}

/** Whether the catalogue offers the template `t` to this type of community. */
export const suitsCommunityType = (type: CommunityType): RawBuilder<boolean> =>
  sql<boolean>`(t.community_types is null or ${type}::text = any (t.community_types))`

/** Whether a good deal of this actor may use the template `t`. */
export const canUseInDeal = ({ communityId, community }: Actor): RawBuilder<boolean> =>
  sql<boolean>`(t.type = 'GooddealActivity' and t.removed_at is null
    and (t.community_id is null or t.community_id = ${communityId}) and ${suitsCommunityType(community.type)})`
