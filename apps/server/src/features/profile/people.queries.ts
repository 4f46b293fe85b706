import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { isBlockedByColumn } from '../blocks/blocks.columns.ts'
import { type AuthorRow, fullAuthorColumn } from '#server/kernel/author.ts'
import { isActiveMemberColumn } from '#server/kernel/membership.ts'
import { isMinorColumn } from '#server/kernel/minors.ts'
import { selectRow } from '#server/kernel/postgres/rows.ts'

/** The whole profile; the policy decides which fields a viewer sees. */
export interface PersonRow {
  community_id: string
  organization_id: string | null
  author: AuthorRow
  is_there: boolean
  /** Whether the viewer has blocked this person. */
  is_blocked: boolean
  created_at: Date
  residence: string | null
  district: string | null
  lastname: string | null
  description: string | null
  description_en: string | null
  job: string | null
  hobbies: string[]
  /** YYYY-MM-DD */
  birthdate: string | null
  is_minor: boolean
  phone: string | null
  address: string | null
  zip_code: string | null
  city: string | null
  floor: string | null
  apartment_number: string | null
  building_access: string | null
}

/** If both are given, the id is used. */
export interface PersonLookup {
  userId?: string
  pseudo?: string
}

/** Finds a person by pseudo in the actor’s community; by id also in other communities of its organization. */
export const findPerson = async (
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  { userId, communityId, organizationId }: Pick<Actor, 'userId' | 'communityId' | 'organizationId'>,
  lookup: PersonLookup,
): Promise<PersonRow | undefined> => {
  const matches =
    lookup.userId === undefined
      ? sql`u.community_id = ${communityId} and fold_name(u.pseudo) = fold_name(${lookup.pseudo ?? ''}::text)`
      : sql`u.id = ${lookup.userId} and (u.community_id = ${communityId}
          or u.community_id in (select id from communities where organization_id = ${organizationId}))`
  return selectRow(
    db,
    sql<PersonRow>`
    select u.community_id, c.organization_id, ${fullAuthorColumn('u')} as author, ${isActiveMemberColumn} as is_there,
      ${isBlockedByColumn('u', userId)} as is_blocked, u.created_at, c.residence, c.district, u.lastname, u.description, u.description_en, u.job, u.hobbies,
      u.birthdate, ${isMinorColumn('u', clock.now(), settings.consentAge)} as is_minor, u.phone, u.address, u.zip_code, u.city, u.floor, u.apartment_number, u.building_access
    from users u join communities c on c.id = u.community_id
    where ${matches} and u.role <> 'guest'`,
  )
}
