// Members edit their own profile; saving it completely for the first time makes them an active member and publishes a
// welcome post.
import { plainEmail } from '@parvis/contract/session-rules.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import {
  checkProfile,
  comesOfAgeOn,
  isUnderAge,
  type KnownAge,
  type Profile,
  type ProfileChange,
  readDate,
  writeDate,
} from '@parvis/contract/profile.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { isCommonPassword } from '#server/kernel/common-passwords.ts'
import { fail } from '#server/kernel/errors.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import { tellNear, textLimit } from '#server/kernel/limits/day-limit.ts'
import { countHits, MINUTE_MS, takeHits } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { hashPassword, verifyPassword } from '#server/kernel/secrets.ts'
import { line, trimmed } from '#server/kernel/written.ts'
import { publishWelcome } from '../feed/welcome.service.ts'
import { presentMediaUri } from '../media/media.presenter.ts'
import { onePicture, releasePicture, storePicture, usePicture } from '../media/media.service.ts'
import { tellPersonWaits } from '../notifications/tell-approvals.service.ts'
import {
  getMember,
  holdMember,
  type Member,
  type MemberChange,
  saveMember,
  askToConfirm,
  setPassword,
} from '../session/member.service.ts'
import { getSessionUser } from '../session/session.service.ts'
import { isSuspended } from '../session/suspension.service.ts'
import { mustKnowPassword } from '../session/proof.service.ts'
import { findHobbies } from './hobbies.queries.ts'
import { mayChooseFirstPassword, needsCurrentPassword, needsEmail, needsPassword } from './profile.policy.ts'
import { presentProfile } from './profile.presenter.ts'
import { findOwnStay } from './stay.queries.ts'

export const getProfileOf = async (platform: Platform, actor: Actor): Promise<Profile> => {
  const { db, settings, clock } = platform
  const now = clock.now()
  const today = dayAt(now.getTime(), actor.community.timezone)
  const member = await getMember(db, actor)
  const stay = await findOwnStay(db, actor, today)
  const { birthdate } = member
  const { consentAge } = settings
  return presentProfile(await getSessionUser(platform, actor), member, stay, {
    needCurrentPassword: needsCurrentPassword(actor, member.password_hash !== null, now),
    canChoosePassword: member.password_hash !== null || mayChooseFirstPassword(actor, now),
    needPassword: needsPassword(actor, member.password_hash !== null),
    needEmail: needsEmail(member),
    needApproval: member.need_approval && member.enabled_at === null,
    minAge: settings.minAge,
    consentAge,
    protection:
      birthdate && isUnderAge(birthdate, today, consentAge) ? { until: comesOfAgeOn(birthdate, consentAge) } : null,
  })
}

const told = <T>(given: T | undefined, stored: T): T => (given === undefined ? stored : given)

/** The profile as it would be saved: given fields over stored ones. */
const merge = (member: Member, body: ProfileChange) => ({
  pseudo: told(line(body.pseudo), member.first_login ? null : member.pseudo),
  firstname: told(line(body.firstname), member.firstname),
  lastname: told(line(body.lastname), member.lastname),
  gender: told(body.gender, member.gender),
  birthdate: told(trimmed(body.birthdate), member.birthdate && writeDate(member.birthdate)),
  address: told(line(body.address), member.address),
  zipCode: told(line(body.zipCode), member.zip_code),
  city: told(line(body.city), member.city),
  building: told(line(body.building), member.building),
  floor: told(trimmed(body.floor), member.floor),
  apartmentNumber: told(trimmed(body.apartmentNumber), member.apartment_number),
  phone: told(trimmed(body.phone), member.phone),
  job: told(line(body.job), member.job),
  buildingAccess: told(line(body.buildingAccess), member.building_access),
})

type Merged = ReturnType<typeof merge>

/**
 * Someone who saved a profile without a birth date has confirmed to be of age. Before the first save, what they said in
 * another community counts.
 */
const knownAgeOf = (member: Member, today: string, until: number): KnownAge | null => {
  const { first_login, birthdate_elsewhere, is_saved_elsewhere } = member
  const birthdate = member.birthdate ?? (first_login ? birthdate_elsewhere : null)
  if (!birthdate && first_login && !is_saved_elsewhere) return null
  return { until, minorBornOn: isUnderAge(birthdate, today, until) ? birthdate : null }
}

const mustBeProfile = (
  { settings, clock }: Platform,
  actor: Actor,
  member: Member,
  merged: Merged,
  body: ProfileChange,
) => {
  // A client may send all fields: values equal to the stored ones are no change.
  const hasMoved =
    merged.address !== member.address || merged.zipCode !== member.zip_code || merged.city !== member.city
  const today = dayAt(clock.now().getTime(), actor.community.timezone)
  const isOtherAge = merged.birthdate !== (member.birthdate && writeDate(member.birthdate))
  const broken = checkProfile(
    {
      ...merged,
      email: body.email,
      newpassword: body.newpassword,
      confirmage: body.confirmage,
      confirmaddress: body.confirmaddress,
    },
    {
      role: actor.role,
      askAge: member.need_update || isOtherAge,
      askAddress: member.need_update || hasMoved,
      askEmail: needsEmail(member),
      askPassword: needsPassword(actor, member.password_hash !== null),
      minAge: settings.minAge,
      known: knownAgeOf(member, today, settings.consentAge),
      today,
    },
  )
  if (broken) fail(broken.key, broken)
}

/** Unique ids; undefined if unchanged. Throws `badrequest` for an unknown id. */
const readHobbies = async (db: Db, { hobbiesIds, updateHobbies = true }: ProfileChange) => {
  if (!hobbiesIds || !updateHobbies) return undefined
  const offered = new Set((await findHobbies(db)).map(({ id }) => id))
  if (hobbiesIds.some(id => !offered.has(id))) fail('badrequest', { field: 'hobbiesIds' })
  return [...new Set(hobbiesIds)]
}

/** A new text invalidates its English translation unless a new one is given. */
const readDescription = (member: Member, body: Pick<ProfileChange, 'description' | 'lang'>) => {
  const description = trimmed(body.description)
  const english = trimmed(body.lang?.en?.description)
  return {
    ...(description !== undefined && description !== member.description && { description, description_en: null }),
    ...(english !== undefined && { description_en: english }),
  }
}

/**
 * The hash of a new password. Throws `newpasswordcommon`, `baduserpassword` for a wrong current one, `forbidden` for a
 * first one that may not be chosen.
 */
const hashNewPassword = async ({ db, clock }: Platform, actor: Actor, member: Member, body: ProfileChange) => {
  if (!body.newpassword) return undefined
  if (member.password_hash === null && !mayChooseFirstPassword(actor, clock.now()))
    return fail('forbidden', { field: 'newpassword' })
  if (needsCurrentPassword(actor, member.password_hash !== null, clock.now()))
    await mustKnowPassword(db, actor, member.password_hash, body.currentpassword ?? '')
  if (await isCommonPassword(body.newpassword)) return fail('newpasswordcommon', { field: 'newpassword' })
  return hashPassword(body.newpassword)
}

const changeOf = (
  member: Member,
  { birthdate, zipCode, apartmentNumber, buildingAccess, pseudo, ...same }: Merged,
  body: ProfileChange,
  hobbies: string[] | undefined,
): MemberChange => ({
  ...same,
  pseudo: pseudo!,
  birthdate: birthdate ? readDate(birthdate) : null,
  zip_code: zipCode,
  apartment_number: apartmentNumber,
  building_access: buildingAccess,
  ...readDescription(member, body),
  ...(hobbies && { hobbies }),
  word: told(trimmed(body.word), member.word),
  need_update: false,
  first_login: false,
})

/** Not visible to others. E-mail and password belong to the account. */
const unseenColumns: ReadonlySet<string> = new Set(['word', 'need_update', 'first_login'])

/** A suspended member cannot change their profile; sending the same values is allowed. */
const mustStay = (member: Member, change: MemberChange, now: Date) => {
  // Checked on the locked row: the suspension may be newer than the request.
  if (!isSuspended(member, now)) return
  const isOther = Object.entries(change).some(
    ([column, value]) =>
      !unseenColumns.has(column) && JSON.stringify(value) !== JSON.stringify(member[column as keyof Member]),
  )
  if (isOther) fail('suspended')
}

const SAVES_PER_MINUTE = 20

export interface Saved {
  /** They are pending approval from now on. */
  awaitsApproval: boolean
}

/**
 * Saves the given fields. Throws the first validation error, `pseudoduplicate`, or an error of `hashNewPassword`; then
 * nothing is changed.
 */
export const saveProfile = async (
  platform: Platform,
  actor: Actor,
  body: ProfileChange,
  files: readonly UploadedFile[],
): Promise<Saved> => {
  const { db } = platform
  const found = await getMember(db, actor)
  const file = onePicture(files)
  if (file && actor.suspendedUntil) fail('suspended')
  mustBeProfile(platform, actor, found, merge(found, body), body)
  const hobbies = await readHobbies(db, body)
  await takeHits(db, [{ bucket: `profile ${actor.userId}`, most: SAVES_PER_MINUTE, windowMs: MINUTE_MS }])
  const passwordHash = await hashNewPassword(platform, actor, found, body)
  const stored = file && (await storePicture(platform, actor, file.bytes, {}))
  const photoUri = stored ? presentMediaUri(stored.id) : body.photoUri
  try {
    const { former, awaitsApproval } = await inTransaction(db, async (tx, afterCommit) => {
      const work = { tx, afterCommit }
      // Storing a picture and hashing take time: read again under a lock, to keep what another device has saved
      // meanwhile.
      const member = await holdMember(tx, actor)
      const isOtherSince = member.password_hash !== found.password_hash
      // A form submitted twice concurrently counts as one.
      const isSetAlready =
        passwordHash && isOtherSince && (await verifyPassword(member.password_hash, body.newpassword!))
      if (passwordHash && isOtherSince && !isSetAlready)
        fail('baduserpassword', { field: found.password_hash ? 'currentpassword' : 'newpassword', status: 400 })
      const merged = merge(member, body)
      mustBeProfile(platform, actor, member, merged, body)
      const change = changeOf(member, merged, body, hobbies)
      const isNew = member.first_login
      const waits = isNew && member.enabled_at === null
      if (photoUri === null) change.photo_id = null
      if (photoUri) change.photo_id = await usePicture(tx, actor, photoUri, {}, member.photo_id)
      mustStay(member, change, platform.clock.now())
      const { newpassword: _, currentpassword: __, ...texts } = body
      const limits = [textLimit(actor, texts)]
      tellNear(platform, actor, limits, await countHits(tx, limits), afterCommit)
      await saveMember(platform, work, actor, change)
      if (passwordHash && !isSetAlready)
        await setPassword(platform, work, actor, { passwordHash, isFirst: member.need_update })
      if (needsEmail(member)) await askToConfirm(platform, work, actor, plainEmail(body.email!))
      if (waits) await tellPersonWaits(platform, work, actor)
      if (isNew && !waits) await publishWelcome(platform, work, { ...actor, ...asShown(member, change) })
      const isReplaced = change.photo_id !== undefined && change.photo_id !== member.photo_id
      return { former: isReplaced ? member.photo_id : null, awaitsApproval: waits }
    })
    if (former) await releasePicture(platform, former)
    return { awaitsApproval }
  } catch (error) {
    if (stored) await releasePicture(platform, stored.id)
    throw error
  }
}

/** What others see of the member after the change. */
const asShown = (member: Member, change: MemberChange): Pick<Actor, 'gender' | 'profile'> => ({
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
