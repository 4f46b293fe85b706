// A departed member is erased after a week: each feature deletes its data of the member, then the user is erased. The
// account is erased with its last user.
import { anonymizeAuditLog } from '#server/kernel/audit.ts'
import { keyedErrorOf } from '#server/kernel/errors.ts'
import type { ExportSubject } from '#server/kernel/data-export.ts'
import { erasurePhases } from '#server/kernel/feature.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { findExpiredStays, hideMembers } from '../membership/departure.service.ts'
import {
  eraseEmptyAccounts,
  eraseMember,
  findDueErasures,
  findAccountIfLastMember,
  isErasureDue,
} from '../membership/erase-member.service.ts'
import { updateDependents } from './leaving.service.ts'

/** Upper bound; far fewer members leave in a day. */
const MAX_ERASURES_PER_NIGHT = 10_000
const BATCH_SIZE = 200

/** Ends the membership of members whose stay ended a month ago. They receive a mail, and are erased a week later. */
const expireStays = async (platform: Platform): Promise<void> => {
  const { db, jobs, clock } = platform
  for (const { accountId, communityId } of await findExpiredStays(db, clock.now(), MAX_ERASURES_PER_NIGHT))
    await inTransaction(db, async (tx, afterCommit) => {
      const context = { tx, afterCommit }
      const scope = { accountId, communityId, act: 'stay.ended' as const }
      await updateDependents(platform, context, await hideMembers(platform, context, scope, clock.now()))
      await jobs.enqueue(tx, afterCommit, 'session.mail', { kind: 'outstayed', accountId, communityId })
    }).catch((error: unknown) => {
      // The member has left on their own meanwhile.
      if (keyedErrorOf(error).key !== 'error404') throw error
    })
}

export const enqueueDueErasures = async (platform: Platform): Promise<void> => {
  const { db, jobs, clock } = platform
  await expireStays(platform)
  const due = await findDueErasures(db, clock.now(), MAX_ERASURES_PER_NIGHT)
  for (let start = 0; start < due.length; start += BATCH_SIZE)
    await inTransaction(db, async (tx, afterCommit) => {
      for (const member of due.slice(start, start + BATCH_SIZE))
        await jobs.enqueue(tx, afterCommit, 'leaving.erase', member, { timeoutSeconds: 60 * 60 })
    })
  await eraseEmptyAccounts(db, clock.now())
}

/** Erases in small transactions, so that a retry continues where the last run stopped. */
export const eraseDepartedMember = async (platform: Platform, member: ExportSubject): Promise<void> => {
  const { db, clock, features } = platform
  // The member may have undone the departure since the job was enqueued.
  if (!(await isErasureDue(db, member, clock.now()))) return
  for (const phase of erasurePhases) for (const feature of features) await feature.erase?.[phase]?.(platform, member)
  const lastAccount = await findAccountIfLastMember(db, member)
  if (lastAccount)
    for (const feature of features)
      await feature.eraseAccount?.(platform, { accountId: member.accountId, email: lastAccount.email })
  const reasons = await Promise.all(features.map(feature => feature.needsPlaceholder?.(platform, member.userId)))
  const keepPlaceholder = reasons.some(Boolean)
  const { isAccountErased } = await eraseMember(platform, member, { keepPlaceholder, now: clock.now() })
  const { communityId, userId, accountId } = member
  await anonymizeAuditLog(db, { communityId, userId, ...(isAccountErased && { accountId }) })
}
