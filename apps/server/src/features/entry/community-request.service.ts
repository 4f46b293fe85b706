// Someone who does not find their community can request it: every webmaster receives a mail and answers by mail.
import { normalizeEmail } from '@parvis/contract/entry-rules.ts'
import { sql } from 'kysely'
import { type CommunityRequest, validateCommunityRequest } from '@parvis/contract/find.ts'
import { assertValid } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/ids.ts'
import { consume, DAY_MS, HALF_HOUR_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { findWebmasters } from './community-request.queries.ts'

const RETENTION_DAYS = 90

const rateLimits = (address: string) => [
  { bucket: `request-address:${address}`, max: 10, windowMs: HALF_HOUR_MS },
  { bucket: `request-all`, max: 60, windowMs: DAY_MS },
]

/** Mail subjects must not contain line breaks. */
const toSingleLine = (text: string | null | undefined) => text?.replace(/\s+/g, ' ').trim() || null

/** Throws the validation error, or `toomanyrequests`. Returns the id of the request. */
export const createCommunityRequest = async (
  { db, jobs }: Platform,
  request: CommunityRequest,
  address: string,
): Promise<string> => {
  assertValid(validateCommunityRequest(request))
  await consume(db, rateLimits(address))
  const id = newId()
  await inTransaction(db, async (tx, afterCommit) => {
    await tx
      .insertInto('community_requests')
      .values({
        id,
        name: toSingleLine(request.name)!,
        community_type: request.communitytype,
        town: toSingleLine(request.town),
        email: normalizeEmail(request.email!),
        message: request.message?.trim() || null,
      })
      .execute()
    for (const { id: accountId } of await findWebmasters(tx))
      await jobs.enqueue(tx, afterCommit, 'community.request', { requestId: id, accountId })
  })
  return id
}

export const purgeOldRequests = (db: Db, now: Date) =>
  db
    .deleteFrom('community_requests')
    .where('created_at', '<', new Date(now.getTime() - RETENTION_DAYS * DAY_MS))
    .execute()

export const eraseRequestsOf = async (db: Db, email: string): Promise<void> => {
  await sql`delete from community_requests where lower(email) = lower(${email})`.execute(db)
}
