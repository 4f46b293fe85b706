// Whoever is a member of several communities switches to another one without a new log-in.
import type { Actor } from '#server/kernel/actor.ts'
import { auditActor } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { findMembership, refusalOf, sessionLifetimeMs } from './access.service.ts'
import { auditRepeatable } from './session.service.ts'

/** Audits a switch to another community, with the same limit as log-outs. */
export const auditSwitch = async (
  { db }: Pick<Platform, 'db'>,
  target: { communityId: string; userId: string; accountId: string },
  address: string,
): Promise<void> => {
  await auditRepeatable(db, `switch-noted ${target.accountId}`, {
    act: 'session.switched',
    ...auditActor(target),
    address,
  })
}

/**
 * The user of the same account in another community. Throws `error404` without one, `popup4` if disabled or not
 * approved, `nosession` if the session is too old for the role there.
 */
export const getSwitchTarget = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  { communityId, targetUserId }: { communityId: string; targetUserId?: string },
) => {
  const user = await findMembership(db, actor.accountId, communityId)
  const refusal = refusalOf(user, clock.now())
  if (!user || refusal === 'unauthorized' || (targetUserId && user.id !== targetUserId)) return fail('error404')
  if (refusal) return fail(refusal)
  const age = clock.now().getTime() - actor.loggedInAt.getTime()
  if (age >= sessionLifetimeMs(user.role).total) return fail('nosession')
  return { accountId: actor.accountId, communityId, userId: user.id }
}
