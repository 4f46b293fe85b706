// A community’s information is written by its team; the calling features check the permission.
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { canSeeInsideCommunity } from './community.policy.ts'
import {
  findCommunity,
  findInformation,
  findFileIds,
  type CommunityRow,
  type InformationRow,
} from './community.queries.ts'
import type { StoredNumber } from './community.tables.ts'

/** Finds a community by id or slug; throws `error404` unless the actor may see inside it. */
export const getVisibleCommunity = async (db: Db, idOrUri: string, actor: Actor | null): Promise<CommunityRow> => {
  const row = await findCommunity(db, idOrUri)
  return row && canSeeInsideCommunity(row, actor) ? row : fail('error404')
}

export const readInformation = (db: Db, id: string): Promise<InformationRow> => findInformation(db, id)

/** The ids of the organization and of the stored files; undefined for an unknown community. */
export const findCommunityFiles = (db: Db, id: string): ReturnType<typeof findFileIds> => findFileIds(db, id)

export interface InformationUpdate {
  name?: string
  description?: string | null
  description_en?: string | null
  opening_time?: string | null
  opening_time_en?: string | null
  address?: string | null
  zip_code?: string | null
  city?: string | null
  building?: string | null
  residence?: string | null
  district?: string | null
  longitude?: number | null
  latitude?: number | null
  phone?: string | null
  fax?: string | null
  mail?: string | null
  web_site_url?: string | null
  accept_posts?: boolean
  gooddeal?: boolean
  weather?: boolean
  subscribe?: boolean
  need_approval?: boolean
}

/** Updates the given fields. If the coordinates change, returns the id of the static map, for the caller to delete. */
export const storeInformation = async (
  tx: Tx,
  communityId: string,
  { usefulNumbers, ...update }: InformationUpdate & { usefulNumbers?: StoredNumber[] },
): Promise<string | null> => {
  const row = { ...update, ...(usefulNumbers && { useful_numbers: JSON.stringify(usefulNumbers) as never }) }
  if (Object.keys(row).length === 0) return null
  const before = await tx
    .selectFrom('communities')
    .select(['longitude', 'latitude', 'map_photo_id'])
    .where('id', '=', communityId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { longitude = before.longitude, latitude = before.latitude } = update
  const hasMoved = longitude !== before.longitude || latitude !== before.latitude
  await tx
    .updateTable('communities')
    .set({ ...row, ...(hasMoved && { map_photo_id: null }) })
    .where('id', '=', communityId)
    .execute()
  return hasMoved ? before.map_photo_id : null
}

type PictureColumn = 'plan_id' | 'map_photo_id'

/** Sets or clears a picture; returns the id of the previous one. */
export const storePictureId = async (
  tx: Tx,
  communityId: string,
  column: PictureColumn,
  pictureId: string | null,
): Promise<string | null> => {
  const before = await tx
    .selectFrom('communities')
    .select(column)
    .where('id', '=', communityId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('communities')
    .set({ [column]: pictureId })
    .where('id', '=', communityId)
    .execute()
  return before[column]
}

/** Sets or clears the welcome PDF; returns the id of the previous one. */
export const storeWelcomePdf = async (
  tx: Tx,
  communityId: string,
  welcome: { id: string; bytes: number; at: Date } | null,
): Promise<string | null> => {
  const before = await tx
    .selectFrom('communities')
    .select('welcome_id')
    .where('id', '=', communityId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('communities')
    .set({ welcome_id: welcome?.id ?? null, welcome_bytes: welcome?.bytes ?? null, welcome_at: welcome?.at ?? null })
    .where('id', '=', communityId)
    .execute()
  return before.welcome_id
}

export const findStoredWelcomePdfIds = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select welcome_id as id from communities where welcome_id = any(${ids}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}
