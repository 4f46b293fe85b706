import { sql } from 'kysely'
import type { Db } from '#server/kernel/postgres/db.ts'
import { isId } from '#server/kernel/ids.ts'
import { mediaColumn, type MediaRow } from '#server/kernel/picture.ts'

/** Counts active members who have logged in; the number must not reveal invited or unconfirmed people. */
export const membersCountColumn = (communityIdColumn: string) =>
  sql<number>`(select count(*)::int from users u where u.community_id = ${sql.ref(communityIdColumn)} and u.role <> 'guest'
    and u.enabled_at is not null and u.disabled_at is null and not u.first_login and u.gone_at is null)`

const communityQuery = (db: Db) =>
  db
    .selectFrom('communities as c')
    .leftJoin('media as logo', 'logo.id', 'c.logo_id')
    .select(eb => [
      'c.id',
      'c.organization_id',
      'c.name',
      'c.custom_uri',
      'c.community_type',
      'c.is_private',
      'c.organization_id',
      'c.description',
      'c.description_en',
      'c.default_lang',
      'c.timezone',
      'c.address',
      'c.zip_code',
      'c.city',
      'c.building',
      'c.residence',
      'c.district',
      'c.phone',
      'c.fax',
      'c.mail',
      'c.web_site_url',
      'c.plan_id',
      'c.map_photo_id',
      'c.longitude',
      'c.latitude',
      'c.accept_posts',
      'c.gooddeal',
      'c.weather',
      'c.subscribe',
      'c.need_approval',
      'c.slides',
      sql<boolean>`coalesce(${eb.ref('c.register_key')}, ${eb.ref('c.register_key_hash')}) is not null`.as(
        'need_register_key',
      ),
      mediaColumn('logo').as('logo'),
      membersCountColumn('c.id').as('members_count'),
      sql<
        string[]
      >`array(select p.id from places p where p.community_id = ${eb.ref('c.id')} and p.kind = 'equipment' and p.removed_at is null order by p.name)`.as(
        'equipment_ids',
      ),
      sql<boolean>`exists (
      select from community_channels cc join channels ch on ch.id = cc.channel_id where cc.community_id = ${eb.ref('c.id')} and ch.organization_id is not null
    )`.as('has_organization_channel'),
    ])

export type CommunityRow = Awaited<ReturnType<ReturnType<typeof communityQuery>['executeTakeFirstOrThrow']>>

export const findCommunityById = (db: Db, id: string) => communityQuery(db).where('c.id', '=', id).executeTakeFirst()

/** Finds a community by id or by slug, ignoring case. */
export const findCommunity = (db: Db, idOrUri: string) =>
  isId(idOrUri)
    ? findCommunityById(db, idOrUri)
    : communityQuery(db)
        .where(sql`lower(c.custom_uri)`, '=', idOrUri.toLowerCase())
        .executeTakeFirst()

/** The community marked as default, else the only one; undefined if there are several without a default. */
export const findDefaultCommunity = async (db: Db) => {
  const [first, second] = await communityQuery(db)
    .select('c.is_default')
    .orderBy('c.is_default', 'desc')
    .orderBy('c.id')
    .limit(2)
    .execute()
  return first?.is_default || !second ? first : undefined
}

export const findSlidePhotos = async (db: Db, ids: readonly string[]): Promise<Map<string, MediaRow>> => {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('media')
          .select(['id', 'width', 'height', 'thumbhash', 'alt', 'alt_en'])
          .where('id', '=', sql<string>`any(${ids}::uuid[])`)
          .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** The columns that decide whether outsiders may see the community. */
export const findCommunityAccess = (db: Db, id: string) =>
  db
    .selectFrom('communities')
    .select(['id', 'is_private', 'organization_id', 'gooddeal'])
    .where('id', '=', id)
    .executeTakeFirst()

/** The columns that decide what registration in a community requires. */
export const findRegistrationRules = (db: Db, id: string) =>
  db
    .selectFrom('communities')
    .select([
      'id',
      'custom_uri',
      'organization_id',
      'community_type',
      'is_private',
      'register_key',
      'register_key_hash',
      'register_key_folded',
      'need_approval',
      'default_lang',
      'timezone',
      'former_register_key',
      'former_register_key_until',
    ])
    .where('id', '=', id)
    .executeTakeFirst()

export const hasCommunity = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('communities').select('id').limit(1).executeTakeFirst()) !== undefined

/** The encrypted registration key, and how many members have joined since it was set. */
export const findRegisterKey = (db: Db, id: string) =>
  db
    .selectFrom('communities as c')
    .select([
      'c.register_key',
      'c.register_key_at',
      'c.former_register_key_until',
      sql<number>`(select count(*) from users u where u.community_id = c.id and u.role <> 'guest' and not u.first_login
        and u.invited_at is null and u.created_at >= coalesce(c.register_key_at, c.created_at))::int`.as('came_in'),
    ])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()

export const findPlaces = (db: Db, communityId: string) =>
  db
    .selectFrom('places')
    .select(['id', 'kind', 'name', 'name_en', 'opening_time', 'opening_time_en', 'description', 'description_en'])
    .where('community_id', '=', communityId)
    .where('removed_at', 'is', null)
    .orderBy('name')
    .execute()

export type PlaceOfCommunity = Awaited<ReturnType<typeof findPlaces>>[number]

export const findInformation = (db: Db, id: string) =>
  db
    .selectFrom('communities as c')
    .leftJoin('media as plan', 'plan.id', 'c.plan_id')
    .leftJoin('media as map', 'map.id', 'c.map_photo_id')
    .select([
      'c.id',
      'c.organization_id',
      'c.custom_uri',
      'c.opening_time',
      'c.opening_time_en',
      'c.useful_numbers',
      'c.longitude',
      'c.latitude',
      'c.subscribe',
      'c.need_approval',
      'c.welcome_id',
      'c.welcome_bytes',
      'c.welcome_at',
      mediaColumn('plan').as('plan'),
      mediaColumn('map').as('map_photo'),
    ])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow()

export type InformationRow = Awaited<ReturnType<typeof findInformation>>

/** The ids of a community’s organization and of its stored files. */
export const findFileIds = (db: Db, id: string) =>
  db
    .selectFrom('communities')
    .select([
      'id',
      'organization_id',
      'plan_id',
      'map_photo_id',
      'welcome_id',
      'welcome_bytes',
      'custom_uri',
      'longitude',
      'latitude',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
