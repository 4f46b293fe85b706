import { type RawBuilder, sql } from 'kysely'

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
