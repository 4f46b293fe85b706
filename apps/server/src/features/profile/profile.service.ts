// Members edit their own profile; saving it for the first time makes them active members and publishes a welcome post.
import { normalizeEmail } from '@parvis/contract/entry-rules.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import {
  validateProfile,
  comesOfAgeOn,
  isUnderAge,
  type KnownAge,
  type Profile,
  type ProfileChange,
  parseFrenchDate,
  formatFrenchDate,
} from '@parvis/contract/profile.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { isCommonPassword } from '#server/kernel/common-passwords.ts'
import { fail, assertValid } from '#server/kernel/errors.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import { consumeDayLimits, textLimit } from '#server/kernel/limits/day-limit.ts'
import { MINUTE_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { hashPassword, verifyPassword } from '#server/kernel/secrets.ts'
import { singleLine, trimmed } from '#server/kernel/text-input.ts'
import { presentMediaUri } from '#server/kernel/picture.ts'
import { singleFileOf, releasePicture, withStoredPicture, attachPicture } from '../media/media.service.ts'
import { notifyOfPendingMember } from '../membership/notify-approvals.service.ts'
import {
  getMember,
  lockMember,
  type Member,
  type MemberChange,
  saveMember,
  requestEmailConfirmation,
} from '../membership/member.service.ts'
import { getSessionUser } from '../session/session.service.ts'
import { setPassword } from '../entry/password.service.ts'
import { isSuspended } from '../session/access.service.ts'
import { verifyCurrentPassword } from '../second-factor/proof.service.ts'
import { findHobbies } from './hobbies.queries.ts'
import { canChooseFirstPassword, needsCurrentPassword, needsEmail, needsPassword } from './profile.policy.ts'
import { presentProfile } from './profile.presenter.ts'
import { findOwnStay } from './stay.queries.ts'

export const loadProfile = async (platform: Platform, actor: Actor): Promise<Profile> => {
  const { db, settings, clock } = platform
  const now = clock.now()
  const today = dayAt(now.getTime(), actor.community.timezone)
  const member = await getMember(db, actor)
  const stay = await findOwnStay(db, actor, today)
  const { birthdate } = member
  const { consentAge } = settings
  return presentProfile(await getSessionUser(platform, actor), member, stay, {
    needCurrentPassword: needsCurrentPassword(actor, member.password_hash !== null, now),
    canChoosePassword: member.password_hash !== null || canChooseFirstPassword(actor, now),
    needPassword: needsPassword(actor, member.password_hash !== null),
    needEmail: needsEmail(member),
    needApproval: member.need_approval && member.enabled_at === null,
    minAge: settings.minAge,
    consentAge,
    protection:
      birthdate && isUnderAge(birthdate, today, consentAge) ? { until: comesOfAgeOn(birthdate, consentAge) } : null,
  })
}

const valueOr = <T>(newValue: T | undefined, stored: T): T => (newValue === undefined ? stored : newValue)

const mergeProfile = (member: Member, body: ProfileChange) => ({
  pseudo: valueOr(singleLine(body.pseudo), member.first_login ? null : member.pseudo),
  firstname: valueOr(singleLine(body.firstname), member.firstname),
  lastname: valueOr(singleLine(body.lastname), member.lastname),
  gender: valueOr(body.gender, member.gender),
  birthdate: valueOr(trimmed(body.birthdate), member.birthdate && formatFrenchDate(member.birthdate)),
  address: valueOr(singleLine(body.address), member.address),
  zipCode: valueOr(singleLine(body.zipCode), member.zip_code),
  city: valueOr(singleLine(body.city), member.city),
  building: valueOr(singleLine(body.building), member.building),
  floor: valueOr(trimmed(body.floor), member.floor),
  apartmentNumber: valueOr(trimmed(body.apartmentNumber), member.apartment_number),
  phone: valueOr(trimmed(body.phone), member.phone),
  job: valueOr(singleLine(body.job), member.job),
  buildingAccess: valueOr(singleLine(body.buildingAccess), member.building_access),
})

type MergedProfile = ReturnType<typeof mergeProfile>

/**
 * Returns what is known about the member’s age; null if nothing is known. A profile saved without a birth date confirms
 * being of age. For a first profile, the profile in another community of the account is used.
 */
const knownAgeOf = (member: Member, today: string, consentAge: number): KnownAge | null => {
  const { first_login, birthdate_elsewhere, is_saved_elsewhere } = member
  const birthdate = member.birthdate ?? (first_login ? birthdate_elsewhere : null)
  if (!birthdate && first_login && !is_saved_elsewhere) return null
  return { until: consentAge, minorBornOn: isUnderAge(birthdate, today, consentAge) ? birthdate : null }
}

const assertValidProfile = (
  { settings, clock }: Platform,
  actor: Actor,
  member: Member,
  merged: MergedProfile,
  body: ProfileChange,
) => {
  // A client may send all fields. A value that equals the stored one does not count as a change.
  const hasMoved =
    merged.address !== member.address || merged.zipCode !== member.zip_code || merged.city !== member.city
  const today = dayAt(clock.now().getTime(), actor.community.timezone)
  const hasNewBirthdate = merged.birthdate !== (member.birthdate && formatFrenchDate(member.birthdate))
  assertValid(
    validateProfile(
      {
        ...merged,
        email: body.email,
        newpassword: body.newpassword,
        confirmage: body.confirmage,
        confirmaddress: body.confirmaddress,
      },
      {
        role: actor.role,
        askAge: member.need_update || hasNewBirthdate,
        askAddress: member.need_update || hasMoved,
        askEmail: needsEmail(member),
        askPassword: needsPassword(actor, member.password_hash !== null),
        minAge: settings.minAge,
        known: knownAgeOf(member, today, settings.consentAge),
        today,
      },
    ),
  )
}

/** Returns the unique ids of the chosen hobbies; undefined if unchanged. Throws `badrequest` for an unknown id. */
const readHobbies = async (db: Db, { hobbiesIds, updateHobbies = true }: ProfileChange) => {
  if (!hobbiesIds || !updateHobbies) return undefined
  const availableIds = new Set((await findHobbies(db)).map(({ id }) => id))
  if (hobbiesIds.some(id => !availableIds.has(id))) fail('badrequest', { field: 'hobbiesIds' })
  return [...new Set(hobbiesIds)]
}

/** Returns the changed texts. A new text deletes its English translation unless a new translation is given. */
const readDescription = (member: Member, body: Pick<ProfileChange, 'description' | 'lang'>) => {
  const description = trimmed(body.description)
  const english = trimmed(body.lang?.en?.description)
  return {
    ...(description !== undefined && description !== member.description && { description, description_en: null }),
    ...(english !== undefined && { description_en: english }),
  }
}

/**
 * Returns the hash of the new password; undefined if none is given. Throws `newpasswordcommon`, `baduserpassword` if
 * the current password is wrong, `forbidden` if the account has no password and may not set one now.
 */
const hashNewPassword = async ({ db, clock }: Platform, actor: Actor, member: Member, body: ProfileChange) => {
  if (!body.newpassword) return undefined
  if (member.password_hash === null && !canChooseFirstPassword(actor, clock.now()))
    return fail('forbidden', { field: 'newpassword' })
  if (needsCurrentPassword(actor, member.password_hash !== null, clock.now()))
    await verifyCurrentPassword(db, actor, member.password_hash, body.currentpassword ?? '')
  if (await isCommonPassword(body.newpassword)) return fail('newpasswordcommon', { field: 'newpassword' })
  return hashPassword(body.newpassword)
}

const buildChange = (
  member: Member,
  { birthdate, zipCode, apartmentNumber, buildingAccess, pseudo, ...same }: MergedProfile,
  body: ProfileChange,
  hobbies: string[] | undefined,
): MemberChange => ({
  ...same,
  pseudo: pseudo!,
  birthdate: birthdate ? parseFrenchDate(birthdate) : null,
  zip_code: zipCode,
  apartment_number: apartmentNumber,
  building_access: buildingAccess,
  ...readDescription(member, body),
  ...(hobbies && { hobbies }),
  word: valueOr(trimmed(body.word), member.word),
  need_update: false,
  first_login: false,
})

/** Columns that other members do not see. E-mail and password are not among them: they belong to the account. */
const privateColumns: ReadonlySet<string> = new Set(['word', 'need_update', 'first_login'])

/** Throws `suspended` if a suspended member changes their profile; sending the same values is allowed. */
const assertUnchangedIfSuspended = (member: Member, change: MemberChange, now: Date) => {
  // Checked on the locked row: the suspension may be newer than the request.
  if (!isSuspended(member, now)) return
  const hasChange = Object.entries(change).some(
    ([column, value]) =>
      !privateColumns.has(column) && JSON.stringify(value) !== JSON.stringify(member[column as keyof Member]),
  )
  if (hasChange) fail('suspended')
}

const SAVES_PER_MINUTE = 20

export interface SaveResult {
  awaitsApproval: boolean
}

/** Saves the profile. Throws the first validation error, `pseudoduplicate` or an error of `hashNewPassword`. */
export const saveProfile = async (
  platform: Platform,
  actor: Actor,
  body: ProfileChange,
  files: readonly UploadedFile[],
): Promise<SaveResult> => {
  const { db } = platform
  const found = await getMember(db, actor)
  const file = singleFileOf(files)
  if (file && actor.suspendedUntil) fail('suspended')
  assertValidProfile(platform, actor, found, mergeProfile(found, body), body)
  const hobbies = await readHobbies(db, body)
  await consume(db, [{ bucket: `profile ${actor.userId}`, max: SAVES_PER_MINUTE, windowMs: MINUTE_MS }])
  const passwordHash = await hashNewPassword(platform, actor, found, body)
  const { former, awaitsApproval } = await withStoredPicture(platform, actor, file, {}, stored =>
    inTransaction(db, async (tx, afterCommit) => {
      const photoUri = stored ? presentMediaUri(stored.id) : body.photoUri
      const context = { tx, afterCommit }
      // Read again under a lock, to keep what another device saved while the picture was stored.
      const member = await lockMember(tx, actor)
      const hasPasswordChanged = member.password_hash !== found.password_hash
      // A form that is submitted twice at the same time counts as one change of the password.
      const isAlreadySet =
        passwordHash && hasPasswordChanged && (await verifyPassword(member.password_hash, body.newpassword!))
      if (passwordHash && hasPasswordChanged && !isAlreadySet)
        fail('baduserpassword', { field: found.password_hash ? 'currentpassword' : 'newpassword', status: 400 })
      const merged = mergeProfile(member, body)
      assertValidProfile(platform, actor, member, merged, body)
      const change = buildChange(member, merged, body, hobbies)
      const isNew = member.first_login
      const isPending = isNew && member.enabled_at === null
      if (photoUri === null) change.photo_id = null
      if (photoUri) change.photo_id = await attachPicture(tx, actor, photoUri, {}, member.photo_id)
      assertUnchangedIfSuspended(member, change, platform.clock.now())
      const { newpassword: _, currentpassword: __, ...texts } = body
      await consumeDayLimits(platform, actor, context, [textLimit(actor, texts)])
      await saveMember(platform, context, actor, change)
      if (passwordHash && !isAlreadySet)
        await setPassword(platform, context, actor, { passwordHash, isFirst: member.need_update })
      if (needsEmail(member)) await requestEmailConfirmation(platform, context, actor, normalizeEmail(body.email!))
      if (isPending) await notifyOfPendingMember(platform, context, actor)
      const newcomer = { ...actor, ...publicFields(member, change) }
      if (isNew && !isPending)
        for (const feature of platform.features) await feature.onMemberWelcomed?.(platform, context, newcomer)
      const isReplaced = change.photo_id !== undefined && change.photo_id !== member.photo_id
      return { former: isReplaced ? member.photo_id : null, awaitsApproval: isPending }
    }),
  )
  await releasePicture(platform, former)
  return { awaitsApproval }
}

const publicFields = (member: Member, change: MemberChange): Pick<Actor, 'gender' | 'profile'> => ({
  gender: change.gender ?? null,
  profile: {
    pseudo: change.pseudo!,
    firstname: change.firstname ?? null,
    initial: change.lastname?.trim()[0]?.toUpperCase() ?? null,
    building: change.building ?? null,
    photoId: change.photo_id ?? null,
    company: member.company,
  },
})
