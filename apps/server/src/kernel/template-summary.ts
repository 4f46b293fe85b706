import type { FeedPost } from '@parvis/contract/feed.ts'
import { type RawBuilder, sql } from 'kysely'
import type { StoredChoice } from './choices.ts'

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

export const presentTemplateSummary = (row: TemplateSummaryRow): NonNullable<FeedPost['template']> => ({
  _id: row.id,
  name: row.name,
  lang: { en: { name: row.name_en } },
  picto: row.picto,
  hue: row.hue as NonNullable<FeedPost['template']>['hue'],
})
