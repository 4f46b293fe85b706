// Someone who does not find their community can request it: every webmaster gets a mail and answers by mail.
import { plainEmail } from '@parvis/contract/session-rules.ts'
import { sql } from 'kysely'
import { checkCommunityRequest, type CommunityRequest } from '@parvis/contract/find.ts'
import { KeyedError } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/ids.ts'
import { DAY_MS, HALF_HOUR_MS, takeHits } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { findWebmasters } from './request.queries.ts'

const KEPT_DAYS = 90

const limitsOf = (address: string) => [
  { bucket: `request-address:${address}`, most: 10, windowMs: HALF_HOUR_MS },
  { bucket: `request-all`, most: 60, windowMs: DAY_MS },
]

/** Mail subjects must not contain line breaks. */
const inLine = (text: string | null | undefined) => text?.replace(/\s+/g, ' ').trim() || null

/** Throws the validation error, or `toomanyrequests`. Returns the id of the request. */
export const askForCommunity = async (
  { db, jobs }: Platform,
  asked: CommunityRequest,
  address: string,
): Promise<string> => {
  const broken = checkCommunityRequest(asked)
  if (broken) throw new KeyedError(broken.key, { field: broken.field })
  await takeHits(db, limitsOf(address))
  const id = newId()
  await inTransaction(db, async (tx, afterCommit) => {
    await tx
      .insertInto('community_requests')
      .values({
        id,
        name: inLine(asked.name)!,
        community_type: asked.communitytype,
        town: inLine(asked.town),
        email: plainEmail(asked.email!),
        message: asked.message?.trim() || null,
      })
      .execute()
    for (const { id: accountId } of await findWebmasters(tx))
      await jobs.enqueue(tx, afterCommit, 'community.request', { requestId: id, accountId })
  })
  return id
}

export const forgetOldRequests = (db: Db, now: Date) =>
  db
    .deleteFrom('community_requests')
    .where('created_at', '<', new Date(now.getTime() - KEPT_DAYS * DAY_MS))
    .execute()

/** Deletes the requests made with this e-mail address. */
export const eraseRequestsOf = async (db: Db, email: string): Promise<void> => {
  await sql`delete from community_requests where lower(email) = lower(${email})`.execute(db)
}
