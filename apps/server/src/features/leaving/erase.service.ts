// After the grace period everything is erased: each feature deletes its own data, then the user is erased, and the
// account with its last user.
import { forgetWho } from '#server/kernel/audit.ts'
import { keyedErrorOf } from '#server/kernel/errors.ts'
import type { OwnKey } from '#server/kernel/own-data.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { eraseMessagesOf, isInConversations } from '../chat/erase-messages.service.ts'
import { eraseRequestsOf } from '../community/request.service.ts'
import { eraseDealsOf, markDealsOf } from '../deals/leave-deals.service.ts'
import { eraseAnswersOf, eraseDealWordsOf, erasePostsOf } from '../feed/erase-posts.service.ts'
import { erasePicturesOf } from '../media/media.service.ts'
import { eraseCasesOf } from '../moderation/own.service.ts'
import { eraseReportsOf } from '../people/erase-reports.service.ts'
import {
  eraseEmptyAccounts,
  eraseFace,
  eraseMember,
  findDue,
  findLastOf,
  findOutstayed,
  hideMembers,
  isDue,
} from '../session/departure.service.ts'
import { eraseHiddenProfile } from '../session/hidden-profile.service.ts'
import { removeExportOf } from './export.service.ts'

/** Far more than ever leave in a day. */
const MOST = 10_000
const SLICE = 200

/**
 * Members whose stay ended a month ago leave automatically and get a mail: they cannot log in any more, and are erased
 * a week later.
 */
const endOverStays = async (platform: Platform): Promise<void> => {
  const { db, jobs, clock } = platform
  for (const { accountId, communityId } of await findOutstayed(db, clock.now(), MOST))
    await inTransaction(db, async (tx, afterCommit) => {
      const work = { tx, afterCommit }
      for (const member of await hideMembers(
        platform,
        work,
        { accountId, communityId, act: 'stay.ended' },
        clock.now(),
      ))
        await markDealsOf(platform, work, member)
      await jobs.enqueue(tx, afterCommit, 'session.mail', { kind: 'outstayed', accountId, communityId })
    }).catch((error: unknown) => {
      // Left by themselves in the meantime.
      if (keyedErrorOf(error).key !== 'error404') throw error
    })
}

/** Enqueues one job per member who is due. */
export const eraseWhoIsDue = async (platform: Platform): Promise<void> => {
  const { db, jobs, clock } = platform
  await endOverStays(platform)
  const due = await findDue(db, clock.now(), MOST)
  for (let at = 0; at < due.length; at += SLICE)
    await inTransaction(db, async (tx, afterCommit) => {
      for (const member of due.slice(at, at + SLICE))
        await jobs.enqueue(tx, afterCommit, 'leaving.erase', member, { longestSeconds: 60 * 60 })
    })
  await eraseEmptyAccounts(db, clock.now())
}

/**
 * Erases a member feature by feature, in small transactions, so that a retry continues where it stopped. The account’s
 * export is deleted before the account.
 */
export const eraseLeaver = async (platform: Platform, member: OwnKey): Promise<void> => {
  const { db, clock } = platform
  // Not due any more if they have come back or were restored.
  if (!(await isDue(db, member, clock.now()))) return
  // Moderation cases first: they retain content, and would keep its pictures.
  await eraseCasesOf(platform, member)
  await erasePostsOf(platform, member)
  await eraseAnswersOf(platform, member)
  await eraseMessagesOf(platform, member)
  await eraseDealWordsOf(platform, member)
  await eraseDealsOf(platform, member)
  await eraseReportsOf(platform, member)
  await eraseHiddenProfile(platform, member)
  await eraseFace(db, member)
  await erasePicturesOf(platform, member)
  const last = await findLastOf(db, member)
  if (last) {
    await removeExportOf(platform, member.accountId)
    if (last.email) await eraseRequestsOf(db, last.email)
  }
  const isNamed = await isInConversations(platform, member.userId)
  const { accountIsGone } = await eraseMember(platform, member, { isNamed, now: clock.now() })
  const { communityId, userId, accountId } = member
  await forgetWho(db, { communityId, userId, ...(accountIsGone && { accountId }) })
}
