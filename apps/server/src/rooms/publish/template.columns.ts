import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { StoredChoice } from './publish.tables.ts'
import { templatesOffered } from './template.policy.ts'

export type { StoredChoice }

export interface TemplateMarkRow {
  id: string
  name: string | null
  name_en: string | null
  picto: string
  hue: string
}

/** What a card shows of its template, joined under `template` and `category`, as one column; null where there is none. */
export const templateMarkColumn = (template: string, category: string): RawBuilder<TemplateMarkRow | null> => {
  const at = (column: string) => sql.ref(`${template}.${column}`)
  return sql<TemplateMarkRow | null>`case when ${at('id')} is not null then json_build_object('id', ${at('id')}, 'name', ${at('name')},
    'name_en', ${at('name_en')}, 'picto', ${at('picto')}, 'hue', ${sql.ref(`${category}.hue`)}) end`
}

/** What the author of the event `event` chose, of what its template and its good deal offer; null where that is offered no more. */
export const chosenColumn = (event: string, template: string, deal: string): RawBuilder<StoredChoice | null> => {
  const choices = (table: string) => sql`coalesce(${sql.ref(`${table}.choices`)}, '[]'::jsonb)`
  return sql<StoredChoice | null>`(select choice from jsonb_array_elements(${choices(template)} || ${choices(deal)}) choice
    where choice ->> 'id' = ${sql.ref(`${event}.choice_id`)} limit 1)`
}

/**
 * Whether the template `t` is offered to this actor: of the catalogue, of their community, or a message that their organisation shares.
 * The same as `canSeeTemplate`, of a row.
 */
export const offeredTo = (actor: Actor): RawBuilder<boolean> => {
  const { types, sharesMessages } = templatesOffered(actor)
  const shared = sharesMessages
    ? sql`or (t.type = 'Template' and t.community_id = any (array(
        select c.id from communities c where c.organization_id = ${actor.organizationId})))`
    : sql``
  return sql<boolean>`(t.type = any (${types}::text[]) and (t.community_id is null or t.community_id = ${actor.communityId} ${shared}))`
}
