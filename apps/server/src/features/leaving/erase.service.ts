// After the grace period each feature deletes its data, then the user is erased, and the account with its last user.
import { anonymizeAuditLog } from '#server/kernel/audit.ts'
import { keyedErrorOf } from '#server/kernel/errors.ts'
import type { ExportSubject } from '#server/kernel/data-export.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { eraseMessagesOf, isInConversations } from '../chat/erase-messages.service.ts'
import { eraseRequestsOf } from '../community/request.service.ts'
import { eraseDealsOf, updateDealsOfAuthor } from '../deals/author-deals.service.ts'
import { eraseAnswersOf, eraseDealTextsOf, erasePostsOf } from '../feed/erase-posts.service.ts'
import { erasePicturesOf } from '../media/remove-pictures.service.ts'
import { eraseCasesOf } from '../moderation/member-cases.service.ts'
import { eraseReportsOf } from '../people/erase-reports.service.ts'
import { findExpiredStays, hideMembers } from '../session/departure.service.ts'
import {
  eraseEmptyAccounts,
  eraseAvatar,
  eraseMember,
  findDueErasures,
  findAccountIfLastMember,
  isErasureDue,
} from '../session/erase-member.service.ts'
import { eraseHiddenProfile } from '../session/hidden-profile.service.ts'
import { removeAccountExport } from './export.service.ts'

/** Far more members than ever leave in a day. */
const MAX_PER_NIGHT = 10_000
const BATCH_SIZE = 200

/** Members whose stay ended a month ago leave automatically: they get a mail, and are erased a week later. */
const expireStays = async (platform: Platform): Promise<void> => {
  const { db, jobs, clock } = platform
  for (const { accountId, communityId } of await findExpiredStays(db, clock.now(), MAX_PER_NIGHT))
    await inTransaction(db, async (tx, afterCommit) => {
      const context = { tx, afterCommit }
      for (const member of await hideMembers(
        platform,
        context,
        { accountId, communityId, act: 'stay.ended' },
        clock.now(),
      ))
        await updateDealsOfAuthor(platform, context, member)
      await jobs.enqueue(tx, afterCommit, 'session.mail', { kind: 'outstayed', accountId, communityId })
    }).catch((error: unknown) => {
      // The member has left by themselves in the meantime.
      if (keyedErrorOf(error).key !== 'error404') throw error
    })
}

export const enqueueDueErasures = async (platform: Platform): Promise<void> => {
  const { db, jobs, clock } = platform
  await expireStays(platform)
  const due = await findDueErasures(db, clock.now(), MAX_PER_NIGHT)
  for (let start = 0; start < due.length; start += BATCH_SIZE)
    await inTransaction(db, async (tx, afterCommit) => {
      for (const member of due.slice(start, start + BATCH_SIZE))
        await jobs.enqueue(tx, afterCommit, 'leaving.erase', member, { timeoutSeconds: 60 * 60 })
    })
  await eraseEmptyAccounts(db, clock.now())
}

/** Erases in small transactions, so a retry continues where it stopped. The export is deleted before the account. */
export const eraseDepartedMember = async (platform: Platform, member: ExportSubject): Promise<void> => {
  const { db, clock } = platform
  // The erasure is not due any more if the member has come back or was restored.
  if (!(await isErasureDue(db, member, clock.now()))) return
  // Moderation cases are erased first, because they retain content and would keep its pictures.
  await eraseCasesOf(platform, member)
  await erasePostsOf(platform, member)
  await eraseAnswersOf(platform, member)
  await eraseMessagesOf(platform, member)
  await eraseDealTextsOf(platform, member)
  await eraseDealsOf(platform, member)
  await eraseReportsOf(platform, member)
  await eraseHiddenProfile(platform, member)
  await eraseAvatar(db, member)
  await erasePicturesOf(platform, member)
  const last = await findAccountIfLastMember(db, member)
  if (last) {
    await removeAccountExport(platform, member.accountId)
    if (last.email) await eraseRequestsOf(db, last.email)
  }
  const keepPlaceholder = await isInConversations(platform, member.userId)
  const { isAccountErased } = await eraseMember(platform, member, { keepPlaceholder, now: clock.now() })
  const { communityId, userId, accountId } = member
  await anonymizeAuditLog(db, { communityId, userId, ...(isAccountErased && { accountId }) })
}
