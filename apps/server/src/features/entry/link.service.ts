// A link or a printed code works once. Opening the page does not consume it; only the POST request of the page does.
import { INVITATION_CODE_LENGTH } from '@parvis/contract/entry.ts'
import { sql } from 'kysely'
import { audit } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { DAY_MS, HALF_HOUR_MS, consume, HOUR_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { deleteInBatches } from '#server/kernel/postgres/delete-in-batches.ts'
import { normalizeRegisterKey, hashSecret, newCode, newSecret } from '#server/kernel/secrets.ts'
import type { Caller } from './counted-attempt.service.ts'
import { auditRepeatable } from '../session/session.service.ts'
import type { AuthenticatedUser } from '../session/complete-log-in.service.ts'
import { confirmEmail, replaceEmail } from '../membership/account.service.ts'
import { verifyFactorWithoutPassword } from './log-in-factor.service.ts'
import { assertAdmitted } from '../session/access.service.ts'
import type { LinkPurpose } from './entry.tables.ts'

export const linkLifetimeMs = {
  register: DAY_MS,
  reset: HOUR_MS,
  invite: 14 * DAY_MS,
  email: 7 * DAY_MS,
  proof: HOUR_MS,
  left: 7 * DAY_MS,
  deleted: 7 * DAY_MS,
} as const satisfies Record<LinkPurpose, number>

/** Expired links are retained for this time, so that using an old link does not count as a guess. */
const EXPIRED_LINK_RETENTION_MS = 30 * DAY_MS

export interface NewLink {
  purpose: LinkPurpose
  accountId: string
  communityId: string
  userId: string
}

/** Creates a single-use link, and with `withCode` the code for a letter. Only hashes of both are stored. */
export const makeLink = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { purpose, accountId, communityId, userId }: NewLink,
  { withCode = false, until }: { withCode?: boolean; until?: Date } = {},
): Promise<{ token: string; code: string | null; expiresAt: Date }> => {
  const token = newSecret()
  const code = withCode ? newCode(INVITATION_CODE_LENGTH) : null
  const now = clock.now()
  const expiresAt = until ?? new Date(now.getTime() + linkLifetimeMs[purpose])
  await db
    .insertInto('link_tokens')
    .values({
      token_hash: hashSecret(token),
      code_hash: code && hashSecret(normalizeRegisterKey(code)),
      purpose,
      account_id: accountId,
      community_id: communityId,
      user_id: userId,
      created_at: now,
      expires_at: expiresAt,
      spent_at: null,
    })
    .execute()
  return { token, code, expiresAt }
}

/** Finds a link by its token, or by the code of a letter. */
const findLink = (db: Db, token: string) => {
  const isCode = token.length < 2 * INVITATION_CODE_LENGTH
  const hash = hashSecret(isCode ? normalizeRegisterKey(token) : token)
  return db
    .selectFrom('link_tokens as l')
    .innerJoin('users as u', join =>
      join.onRef('u.community_id', '=', 'l.community_id').onRef('u.id', '=', 'l.user_id'),
    )
    .innerJoin('accounts as a', 'a.id', 'l.account_id')
    .innerJoin('communities as c', 'c.id', 'l.community_id')
    .select([
      'l.token_hash',
      'l.purpose',
      'l.account_id',
      'l.community_id',
      'l.user_id',
      'l.code_hash',
      'l.spent_at',
      'l.expires_at',
    ])
    .select(['u.enabled_at', 'u.disabled_at', 'u.first_login', 'u.member_until', 'u.gone_at', 'c.timezone', 'a.email'])
    .where(isCode ? 'l.code_hash' : 'l.token_hash', '=', hash)
    .where('l.purpose', 'not in', ['left', 'deleted'])
    .executeTakeFirst()
}

type FoundLink = NonNullable<Awaited<ReturnType<typeof findLink>>>

/** Consumes a link; returns false if the link was used or has expired meanwhile. */
const markLinkUsed = async (tx: Tx, link: FoundLink, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('link_tokens')
    .set({ spent_at: now })
    .where('token_hash', '=', link.token_hash)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  if (!numUpdatedRows) return false
  // Voids the other links of the account for the same purpose.
  await tx
    .updateTable('link_tokens')
    .set({ spent_at: now })
    .where('account_id', '=', link.account_id)
    .where('community_id', '=', link.community_id)
    .where('purpose', '=', link.purpose)
    .where('spent_at', 'is', null)
    .execute()
  return true
}

/**
 * Authenticates by a link and consumes it. Throws `tokenexpired` for a link that is unknown, expired, used or of
 * another community, and `toomanyrequests` after too many unknown links. Errors that do not consume the link: `popup4`
 * (disabled or not approved), `unauthorized` (departed, or the stay ended too long ago), `codemissing`, `badcode`.
 */
export const consumeLink = async (
  platform: Platform,
  { token, code, communityId }: { token: string; code?: string; communityId?: string },
  caller: Caller,
): Promise<AuthenticatedUser & { purpose: LinkPurpose }> => {
  const { db, clock } = platform
  const { address } = caller
  const refund = await consume(db, [{ bucket: `link-address ${address}`, max: 5, windowMs: HALF_HOUR_MS }])
  const now = clock.now()
  const found = await findLink(db, token)
  if (!found) {
    await audit(db, { act: 'link.failed', address })
    return fail('tokenexpired')
  }
  // A link that exists is not a guess, so an expired one may be tried any number of times.
  await refund()
  const who = { communityId: found.community_id, userId: found.user_id, accountId: found.account_id }
  const refuse = async (): Promise<never> => {
    await auditRepeatable(db, `link-noted ${who.accountId}`, { act: 'link.failed', ...who, address })
    return fail('tokenexpired')
  }
  if (communityId && found.community_id !== communityId) return refuse()
  // Others may have read a printed letter, so it does not open an account that has an e-mail.
  if (found.code_hash !== null && found.email !== null) return refuse()
  assertAdmitted(found, now)
  if (found.spent_at !== null || found.expires_at <= now) return refuse()
  const factor = await verifyFactorWithoutPassword(platform, who, code, caller)
  const isConsumed = await inTransaction(db, async tx => {
    if (!(await markLinkUsed(tx, found, now))) return false
    if (found.purpose === 'email' && (await replaceEmail(tx, who.accountId)))
      await audit(tx, { act: 'email.confirmed', ...who, address })
    // A letter confirms no e-mail.
    await confirmEmail(tx, who.accountId, now)
    await audit(tx, { act: 'login', ...who, address })
    return true
  })
  if (!isConsumed) return refuse()
  return { ...who, ...factor, purpose: found.purpose }
}

/** Revokes the unused links that reset the password of an account. */
export const revokeResetLinks = async (db: Db, accountId: string, now: Date): Promise<void> => {
  await db
    .updateTable('link_tokens')
    .set({ spent_at: now })
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'reset')
    .where('spent_at', 'is', null)
    .execute()
}

/** Deletes links that expired a month ago. */
export const purgeOldLinks = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - EXPIRED_LINK_RETENTION_MS)
  await deleteInBatches(
    db,
    limit => sql`delete from link_tokens where ctid = any(array(
      select ctid from link_tokens where expires_at < ${before} limit ${limit} for update skip locked))`,
  )
}
