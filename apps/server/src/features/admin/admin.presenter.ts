import type { DeskMember, Invitation, MemberFile, Stay } from '@parvis/contract/admin.ts'
import { formatFrenchDate } from '@parvis/contract/profile.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { presentAuthor } from '#server/kernel/author.ts'
import { memberAbilities } from './admin.policy.ts'
import type { InvitationRow, PersonRow, StayRow } from './admin.queries.ts'

const homeAddressFields = (row: Pick<PersonRow, 'building' | 'floor' | 'apartment_number'>) => ({
  building: row.building,
  floor: row.floor,
  apartmentNumber: row.apartment_number,
})

export const presentPendingMember = (row: PersonRow) => ({
  ...presentAuthor(row),
  ...homeAddressFields(row),
  lastname: row.lastname,
  date: row.created_at.toISOString(),
  word: row.word,
})

export const presentMember = (row: PersonRow): DeskMember => ({
  ...presentAuthor(row),
  ...homeAddressFields(row),
  lastname: row.lastname,
  lastSeen: row.seen_at?.toISOString() ?? null,
  disabled: row.disabled_at !== null,
  memberUntil: row.member_until,
})

export const presentStay = (row: StayRow): Stay => ({
  _id: row.id,
  userId: row.user_id,
  locationId: row.place_id,
  location: { name: row.name, lang: { en: { name: row.name_en } } },
  arrival: row.arrival,
  departure: row.departure,
})

export const presentMemberFile = (
  actor: Actor,
  row: PersonRow,
  { stays, isMinor }: { stays: readonly StayRow[]; isMinor: boolean },
): MemberFile => ({
  ...presentMember(row),
  email: row.email,
  address: row.address,
  zipCode: row.zip_code,
  city: row.city,
  since: row.created_at.toISOString(),
  birthdate: row.birthdate && formatFrenchDate(row.birthdate),
  minor: isMinor,
  stays: stays.map(presentStay),
  abilities: memberAbilities(actor, row),
})

export const presentInvitation = (row: InvitationRow): Invitation => ({
  _id: row.id,
  ...homeAddressFields(row),
  email: row.email,
  role: row.role,
  date: (row.invited_at ?? row.created_at).toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
})
