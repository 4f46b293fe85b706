// The team invites members by mail, or by a letter with a code where there is no e-mail address.
import { type invite, validateInvitation, type Letter } from '@parvis/contract/admin.ts'
import type { Body } from '@parvis/contract/endpoint.ts'
import { linkWithToken } from '@parvis/contract/mail-links.ts'
import { normalizeEmail } from '@parvis/contract/entry-rules.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { audit } from '#server/kernel/audit.ts'
import { fail, assertValid } from '#server/kernel/errors.ts'
import { DAY_MS, consume } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { createStay } from '../profile/stay.service.ts'
import { makeLink } from '../entry/link.service.ts'
import { retryOnUniqueViolation } from '../entry/register.service.ts'
import { deleteInvitedMember, createInvitedMember } from '../membership/invited-member.service.ts'
import type { MembershipKey } from '../membership/membership.service.ts'
import { canPrintCode, canManageRole, assignableRoles } from './admin.policy.ts'
import { findInvitation, findPerson } from './admin.queries.ts'
import { assertProofForTeamChange, notifyWebmasters } from './team.service.ts'
import { communityUrlOf } from '../community/poster.service.ts'
import { membershipKeyOf, todayInCommunity } from './admin.service.ts'

const MAX_INVITATIONS_PER_DAY = 500
const limitInvitations = ({ db }: Platform, { communityId }: Actor) =>
  consume(db, [{ bucket: `invite ${communityId}`, max: MAX_INVITATIONS_PER_DAY, windowMs: DAY_MS }])

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

/**
 * Prints a letter with a new code for a member without an e-mail address. Throws `forbidden` if there is an address,
 * `proofneeded` for a member of the team without a recent proof of ownership.
 */
export const printCodeFor = async (platform: Platform, actor: Actor, id: string): Promise<Letter> => {
  const person = (await findPerson(platform.db, actor.communityId, id)) ?? fail('error404')
  if (!canPrintCode(actor, person)) fail('forbidden')
  await assertProofForTeamChange(platform, actor, null, person.role)
  await limitInvitations(platform, actor)
  return createLetter(platform, actor, membershipKeyOf(actor, person))
}

const trimOrNull = (text: string | null | undefined) => text?.trim() || null

/**
 * Creates the account and the stay of a future member and mails the invitation; returns the user id, and a letter if
 * there is no e-mail address.
 */
export const inviteMember = async (
  platform: Platform,
  actor: Actor,
  form: Body<typeof invite>,
): Promise<{ id: string; letter: Letter | null }> => {
  const { db, jobs } = platform
  assertValid(validateInvitation(form))
  const role = form.role ?? 'neighbor'
  if (!assignableRoles(actor).includes(role)) return fail('forbidden')
  // An invitation for a past stay could never be used.
  if (form.stay?.departure && form.stay.departure < todayInCommunity(platform, actor))
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

export const withdrawMemberInvitation = async (platform: Platform, actor: Actor, id: string): Promise<void> => {
  const { db } = platform
  const row = await findInvitation(db, actor.communityId, id)
  if (!row) return fail('error404')
  if (!canManageRole(actor, row.role)) return fail('forbidden')
  await inTransaction(db, async (tx, afterCommit) => {
    if (!(await deleteInvitedMember(platform, { tx, afterCommit }, actor, membershipKeyOf(actor, row))))
      fail('error404')
  })
}
