import { ageOn, formatFrenchDate } from '@parvis/contract/profile.ts'
import type { MySession, SessionUser } from '@parvis/contract/session.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { presentMediaUri } from '#server/kernel/picture.ts'
import { presentAuthor } from '#server/kernel/author.ts'
import { nameDevice } from './device-names.ts'
import { sessionAbilities } from './session.policy.ts'
import type { findAccountSessions, findMemberships, findSessionUser } from './session.queries.ts'

export const presentSession = (
  actor: Actor,
  user: Awaited<ReturnType<typeof findSessionUser>>,
  memberships: Awaited<ReturnType<typeof findMemberships>>,
  /** Today as YYYY-MM-DD, in the time zone of the community. */
  today: string,
): SessionUser => ({
  ...presentAuthor(user),
  // The pseudo is presented as empty until the member has chosen one.
  ...(user.first_login && { pseudo: '' }),
  lastname: user.lastname,
  description: user.description,
  lang: { en: { description: user.description_en } },
  job: user.job,
  hobbiesIds: user.hobbies,
  residence: user.residence,
  district: user.district,
  online: true,
  phone: user.phone,
  // A newcomer without an address is presented with the address of the community, where most members live.
  address: user.address ?? (user.first_login ? user.community_address : null),
  zipCode: user.zip_code ?? (user.first_login ? user.community_zip_code : null),
  city: user.city ?? (user.first_login ? user.community_city : null),
  floor: user.floor,
  apartmentNumber: user.apartment_number,
  buildingAccess: user.building_access,
  birthdate: user.birthdate && formatFrenchDate(user.birthdate),
  age: user.birthdate === null ? null : ageOn(today, user.birthdate),
  blockedUsersIds: user.blocked_ids,
  bookingsIds: user.stay_ids,
  communityId: actor.communityId,
  customUri: user.custom_uri,
  needUpdate: actor.needUpdate,
  firstLogin: user.first_login,
  needPassword: actor.mustSetPassword,
  needSecondFactor: actor.needFactor,
  strategy: actor.strategy,
  notRead: user.not_read,
  memberships: memberships.map(row => ({
    userId: row.id,
    communityId: row.community_id,
    name: row.name,
    customUri: row.custom_uri,
    logoUri: presentMediaUri(row.logo_id),
    role: row.role,
  })),
  suspendedUntil: actor.suspendedUntil?.toISOString() ?? null,
  lastBooking: user.stay_place_id ? { locationId: user.stay_place_id } : null,
  abilities: sessionAbilities(actor),
})

export const presentMySession = (
  actor: Actor,
  row: Awaited<ReturnType<typeof findAccountSessions>>[number],
): MySession => ({
  _id: row.id,
  current: row.id === actor.sessionId,
  inApp: row.in_shell,
  ...nameDevice(row.device),
  dateAdded: row.created_at.toISOString(),
  lastSeen: row.seen_at.toISOString(),
})
