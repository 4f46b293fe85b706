// The team decides who becomes a member, in which role, for how long, and with which registration key; nobody grants
// more rights than they have.
import { validateInvitation, KEY_GRACE_DAYS, type Letter, type Poster } from '@parvis/contract/admin.ts'
import type { Body } from '@parvis/contract/endpoint.ts'
import { linkWithToken } from '@parvis/contract/mail-links.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { validateBirthdate, parseFrenchDate } from '@parvis/contract/profile.ts'
import { validateNewKey, normalizeEmail } from '@parvis/contract/session-rules.ts'
import type { changeMember, invite, rotateKey } from '@parvis/contract/admin.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { audit, auditActor } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { DAY_MS, HALF_HOUR_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { newCode } from '#server/kernel/secrets.ts'
import { FILES_FIELD } from '#server/kernel/http/multipart.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import { publishBlocksOf } from '../blocks/blocks.service.ts'
import { onePicture, releasePicture, storePublicPicture } from '../media/media.service.ts'
import { changeRegisterKey, getRegistrationRules, getRegisterKey, setLogo } from '../community/community.service.ts'
import { publishWelcome } from '../feed/welcome.service.ts'
import { assertNotClosedByDecision } from '../moderation/member-cases.service.ts'
import { retractPendingMember, notifyOfAdmission } from '../notifications/notify-approvals.service.ts'
import { createStay } from '../profile/stay.service.ts'
import { lockMember, saveMember } from '../session/member.service.ts'
import { makeLink } from '../session/link.service.ts'
import { resetFactor } from '../session/second-factor-setup.service.ts'
import { retryOnUniqueViolation } from '../session/register.service.ts'
import {
  changeAccess,
  changeRole,
  closeInvitation,
  approveMember,
  type MembershipKey,
  createInvitedMember,
  refuseNewcomer,
} from '../session/membership.service.ts'
import { canPrintCode, canResetFactor, canManageRole, assignableRoles } from './admin.policy.ts'
import { findInvitation, findMember, findPerson, findPendingMember, type PersonRow } from './admin.queries.ts'
import { assertProofForTeamChange, notifyWebmasters } from './team.service.ts'

declare module '#server/kernel/audit.ts' {
  interface AuditActs {
    'key.changed': true
    'code.printed': true
    'reset.sent': true
    'birthdate.changed': true
    'logo.changed': true
  }
}

const keyOf = ({ communityId }: Actor, { id, account_id }: PersonRow): MembershipKey => ({
  communityId,
  userId: id,
  accountId: account_id,
})

const todayOf = ({ clock }: Platform, { community }: Actor) => dayAt(clock.now().getTime(), community.timezone)

/** Returns a member whom the actor may change; throws `error404`, or `forbidden` for a member with more rights. */
const getManagedMember = async ({ db }: Platform, actor: Actor, id: string): Promise<PersonRow> => {
  const member = (await findMember(db, actor.communityId, id)) ?? fail('error404')
  if (!canManageRole(actor, member.role)) fail('forbidden')
  return member
}

/** Throws `laststaff`, `forbidden` (role above own), `proofneeded` (team), `invaliddateformat`, `tooyoungerror`. */
export const updateMember = async (
  platform: Platform,
  actor: Actor,
  id: string,
  { role, disabled, birthdate }: Body<typeof changeMember>,
): Promise<void> => {
  const member = await getManagedMember(platform, actor, id)
  if (role && !assignableRoles(actor).includes(role)) fail('forbidden')
  if (disabled && id === actor.userId) fail('forbidden')
  const born = birthdate?.trim() || null
  const error = born && validateBirthdate(born, { minAge: platform.settings.minAge, today: todayOf(platform, actor) })
  if (error) fail(error.key, error)
  if (role) await assertProofForTeamChange(platform, actor, member.role, role)
  await inTransaction(platform.db, async (tx, afterCommit) => {
    const context = { tx, afterCommit }
    const key = keyOf(actor, member)
    if (role && role !== member.role) {
      // Enqueued before the change of role, so that a webmaster who loses the role is notified too.
      await notifyWebmasters(platform, context, actor, { userId: id, role, before: member.role })
      await changeRole(platform, context, actor, key, role)
      await publishBlocksOf(platform, context, { userId: id, role })
    }
    if (disabled !== undefined && disabled !== (member.disabled_at !== null)) {
      if (!disabled) await assertNotClosedByDecision(tx, actor, key)
      await changeAccess(platform, context, actor, key, disabled)
    }
    if (birthdate === undefined) return
    await lockMember(tx, key)
    await saveMember(
      platform,
      context,
      { ...key, channelIds: actor.channelIds },
      { birthdate: born && parseFrenchDate(born) },
    )
    const { communityId, userId, accountId } = actor
    await audit(tx, { act: 'birthdate.changed', communityId, userId, accountId, subjectId: id })
  })
}

/** Approves a pending member and publishes the welcome, or refuses them. `error404` if they are not pending. */
export const decideOnPendingMember = async (
  platform: Platform,
  actor: Actor,
  id: string,
  isApproved: boolean,
): Promise<void> => {
  const row = (await findPendingMember(platform.db, actor.communityId, id)) ?? fail('error404')
  await inTransaction(platform.db, async (tx, afterCommit) => {
    const context = { tx, afterCommit }
    const key = keyOf(actor, row)
    await retractPendingMember(platform, context, key)
    const isDone = isApproved
      ? await approveMember(platform, context, actor, key)
      : await refuseNewcomer(platform, context, actor, key)
    if (!isDone) return fail('error404')
    if (!isApproved) return
    await notifyOfAdmission(platform, context, key)
    const { pseudo, firstname, initial, building, photo_id: photoId, company, gender } = row
    await publishWelcome(platform, context, {
      ...actor,
      accountId: row.account_id,
      userId: row.id,
      role: row.role,
      gender,
      profile: { pseudo, firstname, initial, building, photoId, company },
    })
  })
}

const MAX_LETTERS_PER_DAY = 500
const limitInvitations = ({ db }: Platform, { communityId }: Actor) =>
  consume(db, [{ bucket: `invite ${communityId}`, max: MAX_LETTERS_PER_DAY, windowMs: DAY_MS }])

const createLetter = async (
  platform: Platform,
  actor: Actor,
  { communityId, userId, accountId }: MembershipKey,
): Promise<Letter> => {
  const { code, token, expiresAt } = await makeLink(
    platform,
    { purpose: 'invite', communityId, userId, accountId },
    { withCode: true },
  )
  await audit(platform.db, {
    act: 'code.printed',
    communityId,
    userId: actor.userId,
    accountId: actor.accountId,
    subjectId: userId,
  })
  return {
    code: code!,
    link: linkWithToken(await communityUrlOf(platform, communityId), token),
    expiresAt: expiresAt.toISOString(),
  }
}

/** Throws `forbidden` for a member with an e-mail, `proofneeded` if the letter opens a team account. */
export const printCodeFor = async (platform: Platform, actor: Actor, id: string): Promise<Letter> => {
  const person = (await findPerson(platform.db, actor.communityId, id)) ?? fail('error404')
  if (!canPrintCode(actor, person)) fail('forbidden')
  await assertProofForTeamChange(platform, actor, null, person.role)
  await limitInvitations(platform, actor)
  return createLetter(platform, actor, keyOf(actor, person))
}

/** Throws `error404` if there is no second factor to remove, `forbidden` if the actor may not remove it. */
export const resetMemberFactor = async (platform: Platform, actor: Actor, id: string): Promise<void> => {
  const member = (await findMember(platform.db, actor.communityId, id)) ?? fail('error404')
  if (!member.has_factor) return fail('error404')
  if (!canResetFactor(actor, member)) fail('forbidden')
  await inTransaction(platform.db, async (tx, afterCommit) => {
    const isDone = await resetFactor(platform, { tx, afterCommit }, keyOf(actor, member), actor)
    if (!isDone) fail('error404')
  })
}

export const sendPasswordReset = async (platform: Platform, actor: Actor, id: string): Promise<void> => {
  const { db, jobs } = platform
  const member = await getManagedMember(platform, actor, id)
  if (member.email === null) return fail('error404')
  await consume(db, [{ bucket: `reset-of ${member.account_id}`, max: 3, windowMs: HALF_HOUR_MS }])
  await inTransaction(db, async (tx, afterCommit) => {
    const { accountId, communityId, userId } = keyOf(actor, member)
    await jobs.enqueue(tx, afterCommit, 'session.mail', { kind: 'reset', accountId, communityId, userId })
    const by = { communityId, userId: actor.userId, accountId: actor.accountId }
    await audit(tx, { act: 'reset.sent', ...by, subjectId: userId })
  })
}

const trimOrNull = (text: string | null | undefined) => text?.trim() || null

/** Creates the account and the stay of a future member; returns its id, and the letter if there is no e-mail. */
export const inviteMember = async (
  platform: Platform,
  actor: Actor,
  form: Body<typeof invite>,
): Promise<{ id: string; letter: Letter | null }> => {
  const { db, jobs } = platform
  const error = validateInvitation(form)
  if (error) return fail(error.key, error)
  const role = form.role ?? 'neighbor'
  if (!assignableRoles(actor).includes(role)) return fail('forbidden')
  // An invitation for a past stay could never be used.
  if (form.stay?.departure && form.stay.departure < todayOf(platform, actor))
    return fail('bookingdatesmandatory', { field: 'departure' })
  await assertProofForTeamChange(platform, actor, null, role)
  await limitInvitations(platform, actor)
  const email = trimOrNull(form.email && normalizeEmail(form.email))
  const { communityId } = actor
  const createInvitation = () =>
    inTransaction(db, async (tx, afterCommit) => {
      const member = await createInvitedMember(platform, { tx, afterCommit }, actor, {
        communityId,
        email,
        role,
        building: trimOrNull(form.building),
        floor: trimOrNull(form.floor),
        apartmentNumber: trimOrNull(form.apartmentNumber),
        memberUntil: form.stay?.departure ?? null,
        language: form.lang ?? null,
      })
      if (form.stay) await createStay(platform, { tx, afterCommit }, member, form.stay)
      const { accountId, userId } = member
      await notifyWebmasters(platform, { tx, afterCommit }, actor, { userId, role, before: null })
      if (email)
        await jobs.enqueue(tx, afterCommit, 'session.mail', {
          kind: 'invite',
          accountId,
          communityId,
          userId,
          ...(form.lang && { language: form.lang }),
        })
      return member
    })
  // If a concurrent invitation or registration has created the account, the second attempt uses that account.
  const key = await retryOnUniqueViolation(createInvitation)
  return { id: key.userId, letter: email ? null : await createLetter(platform, actor, key) }
}

export const withdraw = async (platform: Platform, actor: Actor, id: string): Promise<void> => {
  const { db } = platform
  const row = await findInvitation(db, actor.communityId, id)
  if (!row) return fail('error404')
  if (!canManageRole(actor, row.role)) return fail('forbidden')
  await inTransaction(db, async (tx, afterCommit) => {
    if (!(await closeInvitation(platform, { tx, afterCommit }, actor, keyOf(actor, row)))) fail('error404')
  })
}

const MAX_LOGOS_PER_DAY = 20

/** Throws `badrequest` without a picture, and the errors of `storePublicPicture`. */
export const replaceLogo = async (
  platform: Platform,
  actor: Actor,
  files: readonly UploadedFile[],
): Promise<string> => {
  const { db } = platform
  const { communityId, userId } = actor
  const file = onePicture(files) ?? fail('badrequest', { field: FILES_FIELD })
  await consume(db, [{ bucket: `logo ${communityId}`, max: MAX_LOGOS_PER_DAY, windowMs: DAY_MS }])
  const { id, before } = await inTransaction(db, async tx => {
    const stored = await storePublicPicture(platform, tx, { communityId, userId }, file.bytes)
    await audit(tx, { act: 'logo.changed', ...auditActor(actor) })
    return { id: stored, before: await setLogo(tx, communityId, stored) }
  })
  if (before) await releasePicture(platform, before, 'public')
  return id
}

const GENERATED_KEY_LENGTH = 8

/** Sets the given registration key or a generated one; throws `shortkey` if the given one is too easy to guess. */
export const replaceRegisterKey = async (
  platform: Platform,
  actor: Actor,
  { key, grace }: Body<typeof rotateKey>,
): Promise<void> => {
  const { db, clock } = platform
  const own = trimOrNull(key)
  const error = own && validateNewKey(own)
  if (error) return fail(error.key, error)
  await consume(db, [{ bucket: `key-changes ${actor.communityId}`, max: 20, windowMs: DAY_MS }])
  const formerUntil = grace ? new Date(clock.now().getTime() + KEY_GRACE_DAYS * DAY_MS) : null
  await inTransaction(db, async tx => {
    const next = { key: own ?? newCode(GENERATED_KEY_LENGTH), formerUntil }
    await changeRegisterKey(platform, tx, actor.communityId, next)
    const { communityId, userId, accountId } = actor
    await audit(tx, { act: 'key.changed', communityId, userId, accountId })
  })
}

const communityUrlOf = async ({ db, site }: Platform, communityId: string): Promise<string> => {
  const { custom_uri } = await db
    .selectFrom('communities')
    .select('custom_uri')
    .where('id', '=', communityId)
    .executeTakeFirstOrThrow()
  return `${site.origin}/${custom_uri}`
}

/** The poster shows the URL of the community, with the registration key if one is needed and can be read. */
export const buildPoster = async (platform: Platform, communityId: string): Promise<Poster> => {
  const [communityUrl, { abilities, registersByKey }, registerKey] = await Promise.all([
    communityUrlOf(platform, communityId),
    getRegistrationRules(platform.db, communityId),
    getRegisterKey(platform, communityId),
  ])
  const key = abilities.register || registersByKey ? registerKey.key : null
  return {
    address: communityUrl.replace(/^https?:\/\//, ''),
    link: key === null ? communityUrl : `${communityUrl}/connexion?${new URLSearchParams({ registerkey: key })}`,
    key,
    registers: abilities.register || (registersByKey && key !== null),
  }
}
