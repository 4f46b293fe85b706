// The team decides who becomes a member, in which role and for how long; nobody grants more rights than they have.
import type { Body } from '@parvis/contract/endpoint.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { validateBirthdate, parseFrenchDate } from '@parvis/contract/profile.ts'
import type { changeMember } from '@parvis/contract/admin.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { audit, auditActor } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { DAY_MS, HALF_HOUR_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { FILES_FIELD } from '#server/kernel/http/multipart.ts'
import type { UploadedFile } from '#server/kernel/http/uploads.ts'
import { singleFileOf, releasePicture, storePublicPicture } from '../media/media.service.ts'
import { setLogo } from '../community/community.service.ts'
import { retractPendingMemberNotifications, notifyOfAdmission } from '../membership/notify-approvals.service.ts'
import { lockMember, saveMember } from '../membership/member.service.ts'
import { resetFactor } from '../second-factor/second-factor-setup.service.ts'
import {
  setMemberDisabled,
  changeRole,
  approveMember,
  type MembershipKey,
  refuseNewcomer,
} from '../membership/membership.service.ts'
import { canResetSecondFactor, canManageRole, assignableRoles } from './admin.policy.ts'
import { findMember, findPendingMember, type PersonRow } from './admin.queries.ts'
import { assertProofForTeamChange, notifyWebmasters } from './team.service.ts'

export const membershipKeyOf = ({ communityId }: Actor, { id, account_id }: PersonRow): MembershipKey => ({
  communityId,
  userId: id,
  accountId: account_id,
})

export const todayInCommunity = ({ clock }: Platform, { community }: Actor) =>
  dayAt(clock.now().getTime(), community.timezone)

/** Returns a member whom the actor may change; throws `error404`, or `forbidden` if the member has more rights. */
const getManagedMember = async ({ db }: Platform, actor: Actor, id: string): Promise<PersonRow> => {
  const member = (await findMember(db, actor.communityId, id)) ?? fail('error404')
  if (!canManageRole(actor, member.role)) fail('forbidden')
  return member
}

/**
 * Throws `forbidden` for a role above the actor’s own or when actors disable themselves, `proofneeded` for a team role
 * without a recent proof of account ownership, `laststaff` for the last administrator or webmaster, and
 * `invaliddateformat` or `tooyoungerror` for the birth date.
 */
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
  const error =
    born && validateBirthdate(born, { minAge: platform.settings.minAge, today: todayInCommunity(platform, actor) })
  if (error) fail(error.key, error)
  if (role) await assertProofForTeamChange(platform, actor, member.role, role)
  await inTransaction(platform.db, async (tx, afterCommit) => {
    const context = { tx, afterCommit }
    const key = membershipKeyOf(actor, member)
    if (role && role !== member.role) {
      // The mails are enqueued before the change of role, so that a webmaster who loses the role is notified too.
      await notifyWebmasters(platform, context, actor, { userId: id, role, before: member.role })
      await changeRole(platform, context, actor, key, role)
      for (const feature of platform.features) await feature.onRoleChange?.(platform, context, { userId: id, role })
    }
    if (disabled !== undefined && disabled !== (member.disabled_at !== null)) {
      if (!disabled) for (const feature of platform.features) await feature.assertCanReopenAccess?.(context, actor, key)
      await setMemberDisabled(platform, context, actor, key, disabled)
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

/**
 * Approves a pending member and publishes the welcome post, or refuses the member. Throws `error404` if the member is
 * not pending.
 */
export const decideOnPendingMember = async (
  platform: Platform,
  actor: Actor,
  id: string,
  isApproved: boolean,
): Promise<void> => {
  const row = (await findPendingMember(platform.db, actor.communityId, id)) ?? fail('error404')
  await inTransaction(platform.db, async (tx, afterCommit) => {
    const context = { tx, afterCommit }
    const key = membershipKeyOf(actor, row)
    await retractPendingMemberNotifications(platform, context, key)
    const isDone = isApproved
      ? await approveMember(platform, context, actor, key)
      : await refuseNewcomer(platform, context, actor, key)
    if (!isDone) return fail('error404')
    if (!isApproved) return
    await notifyOfAdmission(platform, context, key)
    const { pseudo, firstname, initial, building, photo_id: photoId, company, gender } = row
    const newcomer = {
      ...actor,
      accountId: row.account_id,
      userId: row.id,
      role: row.role,
      gender,
      profile: { pseudo, firstname, initial, building, photoId, company },
    }
    for (const feature of platform.features) await feature.onMemberWelcomed?.(platform, context, newcomer)
  })
}

/** Throws `error404` if the member has no second factor, `forbidden` if the actor may not remove it. */
export const resetMemberSecondFactor = async (platform: Platform, actor: Actor, id: string): Promise<void> => {
  const member = (await findMember(platform.db, actor.communityId, id)) ?? fail('error404')
  if (!member.has_factor) return fail('error404')
  if (!canResetSecondFactor(actor, member)) fail('forbidden')
  await inTransaction(platform.db, async (tx, afterCommit) => {
    const isDone = await resetFactor(platform, { tx, afterCommit }, membershipKeyOf(actor, member), actor)
    if (!isDone) fail('error404')
  })
}

export const sendPasswordReset = async (platform: Platform, actor: Actor, id: string): Promise<void> => {
  const { db, jobs } = platform
  const member = await getManagedMember(platform, actor, id)
  if (member.email === null) return fail('error404')
  await consume(db, [{ bucket: `reset-of ${member.account_id}`, max: 3, windowMs: HALF_HOUR_MS }])
  await inTransaction(db, async (tx, afterCommit) => {
    const { accountId, communityId, userId } = membershipKeyOf(actor, member)
    await jobs.enqueue(tx, afterCommit, 'session.mail', { kind: 'reset', accountId, communityId, userId })
    const by = { communityId, userId: actor.userId, accountId: actor.accountId }
    await audit(tx, { act: 'reset.sent', ...by, subjectId: userId })
  })
}

const MAX_LOGOS_PER_DAY = 20

/** Returns the id of the logo; throws `badrequest` without a picture, and the errors of `storePublicPicture`. */
export const replaceLogo = async (
  platform: Platform,
  actor: Actor,
  files: readonly UploadedFile[],
): Promise<string> => {
  const { db } = platform
  const { communityId, userId } = actor
  const file = singleFileOf(files) ?? fail('badrequest', { field: FILES_FIELD })
  await consume(db, [{ bucket: `logo ${communityId}`, max: MAX_LOGOS_PER_DAY, windowMs: DAY_MS }])
  const { id, before } = await inTransaction(db, async tx => {
    const stored = await storePublicPicture(platform, tx, { communityId, userId }, file.bytes)
    await audit(tx, { act: 'logo.changed', ...auditActor(actor) })
    return { id: stored, before: await setLogo(tx, communityId, stored) }
  })
  if (before) await releasePicture(platform, before, 'public')
  return id
}
