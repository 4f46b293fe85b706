import { MY_PLACE } from '@parvis/contract/feed.ts'
import { type RawBuilder, sql } from 'kysely'

export interface PlaceRow {
  id: string
  name: string | null
  name_en: string | null
  kind: 'location' | 'equipment'
}

/** The place joined under `alias`, as one JSON column; null if the join found none. */
export const placeColumn = (alias: string): RawBuilder<PlaceRow | null> => {
  const at = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<PlaceRow | null>`case when ${at('id')} is not null then json_build_object('id', ${at('id')}, 'name', ${at('name')},
    'name_en', ${at('name_en')}, 'kind', ${at('kind')}) end`
}

/** Whether this is the place “at my place”, which stands for the home or accommodation of the author of a post. */
export const isMyPlace = ({ kind, name }: Pick<PlaceRow, 'kind' | 'name'>): boolean =>
  kind === 'equipment' && name === MY_PLACE
