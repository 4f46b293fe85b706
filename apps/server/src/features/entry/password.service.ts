// A new password ends the other sessions of its account, and the mailed links that could replace it.
import type { Actor } from '#server/kernel/actor.ts'
import { audit, auditActor } from '#server/kernel/audit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { TransactionContext } from '#server/kernel/report.ts'
import { storePassword } from '../membership/account.service.ts'
import { endAllSessions, recordPasswordChosen } from '../session/session.service.ts'
import { revokeResetLinks } from './link.service.ts'

/**
 * Stores a new password, and revokes all other sessions and unused reset links. Mails the owner, except when the first
 * profile is saved.
 */
export const setPassword = async (
  { bus, jobs, clock }: Platform,
  { tx, afterCommit }: TransactionContext,
  actor: Actor,
  { passwordHash, isFirst }: { passwordHash: string; isFirst: boolean },
): Promise<void> => {
  const { accountId, communityId, sessionId } = actor
  await storePassword(tx, accountId, passwordHash)
  await recordPasswordChosen(tx, actor)
  await endAllSessions({ tx, bus, afterCommit }, { accountId, exceptSessionId: sessionId }, 'password')
  await revokeResetLinks(tx, accountId, clock.now())
  await audit(tx, { act: 'password.changed', ...auditActor(actor) })
  if (!isFirst) await jobs.enqueue(tx, afterCommit, 'session.mail', { kind: 'password', accountId, communityId })
}
