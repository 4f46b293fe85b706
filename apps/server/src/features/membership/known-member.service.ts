// Whoever registers or is invited may have an account already, with memberships here or elsewhere.
import { sql } from 'kysely'
import type { Db } from '#server/kernel/postgres/db.ts'

export interface KnownMember {
  accountId: string
  confirmedAt: Date | null
  /** The user of the account in the given community. */
  userId: string | null
  /** Set if the member has left the community or deleted the account; names the user for whom this can be undone. */
  gone: { how: 'left' | 'deleted'; userId: string; communityId: string } | null
  /** The oldest active membership of the account. */
  home: { userId: string; communityId: string } | null
  organizationIds: readonly string[]
}

/** Finds an account by its e-mail or id, with its user in the given community and its other memberships. */
export const findKnownMember = async (
  db: Db,
  emailOrAccount: string | { accountId: string },
  communityId: string,
): Promise<KnownMember | undefined> => {
  const rows = await db
    .selectFrom('accounts as a')
    .leftJoin('users as u', 'u.account_id', 'a.id')
    .leftJoin('communities as c', 'c.id', 'u.community_id')
    .select([
      'a.id as account_id',
      'a.confirmed_at',
      'a.deleted_at',
      'u.id',
      'u.community_id',
      'u.disabled_at',
      'u.gone_at',
    ])
    .select('c.organization_id')
    .where(eb =>
      typeof emailOrAccount === 'string'
        ? eb(sql`lower(a.email)`, '=', sql`lower(${emailOrAccount.trim()}::text)`)
        : eb('a.id', '=', emailOrAccount.accountId),
    )
    .orderBy('u.id')
    .execute()
  const [first] = rows
  if (!first) return undefined
  const home = rows.find(row => row.id !== null && row.disabled_at === null && row.gone_at === null)
  const here = rows.find(row => row.community_id === communityId)
  const gone = first.deleted_at || here?.gone_at ? [here, ...rows].find(row => row?.gone_at) : undefined
  return {
    accountId: first.account_id,
    confirmedAt: first.confirmed_at,
    userId: here?.id ?? null,
    gone: gone
      ? { how: first.deleted_at ? 'deleted' : 'left', userId: gone.id!, communityId: gone.community_id! }
      : null,
    home: home ? { userId: home.id!, communityId: home.community_id! } : null,
    organizationIds: rows.flatMap(row => (row.gone_at === null ? (row.organization_id ?? []) : [])),
  }
}
