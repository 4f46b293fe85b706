import { normalizeEmail } from '@parvis/contract/entry-rules.ts'
import { sql } from 'kysely'
import type { Db } from '#server/kernel/postgres/db.ts'
import { LAST_ID } from '#server/kernel/ids.ts'
import { isWebmasterColumn } from '../session/webmaster.columns.ts'

/**
 * Finds an account by its e-mail, or by the pseudonym of its user in this community. `folded` is the normalized name by
 * which it was looked up, the same for every notation of the name.
 */
export const findAccountByLogin = async (db: Db, login: string, communityId: string) => {
  const isEmail = login.includes('@') || login.includes('＠')
  const typed = isEmail
    ? normalizeEmail(login)
    : login
        .normalize('NFC')
        .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
        .trim()
  const names = db
    .selectNoFrom((isEmail ? sql<string>`lower(${typed}::text)` : sql<string>`fold_name(${typed}::text)`).as('folded'))
    .as('n')
  const columns = ['a.id', 'a.email', 'a.password_hash', 'a.confirmed_at', 'n.folded'] as const
  const found = isEmail
    ? await db
        .selectFrom(names)
        .leftJoin('accounts as a', join => join.on(sql`lower(a.email)`, '=', sql.ref('n.folded')))
        .select(columns)
        .executeTakeFirstOrThrow()
    : await db
        .selectFrom(names)
        .leftJoin('users as u', join =>
          join
            .on('u.community_id', '=', communityId)
            .on(sql`fold_name(u.pseudo)`, '=', sql.ref('n.folded'))
            .on('u.role', '<>', 'guest')
            .on('u.gone_at', 'is', null),
        )
        .leftJoin('accounts as a', 'a.id', 'u.account_id')
        .select(columns)
        .executeTakeFirstOrThrow()
  const { id, email, password_hash, confirmed_at, folded } = found
  return {
    folded: isEmail ? folded : `${communityId} ${folded}`,
    // A member invited by letter has no e-mail to confirm yet.
    account: id === null ? null : { id, password_hash, isConfirmed: email === null || confirmed_at !== null },
  }
}

/** Queries a dummy id if there is no account, so that the duration does not reveal whether there is one. */
export const isKnownDevice = async (db: Db, accountId: string | null, deviceHash: string): Promise<boolean> =>
  (await db
    .selectFrom('known_devices')
    .select('account_id')
    .where('account_id', '=', accountId ?? LAST_ID)
    .where('device_hash', '=', deviceHash)
    .executeTakeFirst()) !== undefined

export const findAppleAccountId = async (db: Db, subject: string): Promise<string | undefined> =>
  (await db.selectFrom('apple_subjects').select('account_id').where('subject', '=', subject).executeTakeFirst())
    ?.account_id

export const findGuest = (db: Db, communityId: string, deviceHash: string) =>
  db
    .selectFrom('guests as g')
    .innerJoin('users as u', join =>
      join.onRef('u.community_id', '=', 'g.community_id').onRef('u.id', '=', 'g.user_id'),
    )
    .select(['u.id', 'u.account_id', 'u.enabled_at', 'u.disabled_at'])
    .where('g.community_id', '=', communityId)
    .where('g.device_hash', '=', deviceHash)
    .executeTakeFirst()

/** The recipient of a mail, the community of the mail, and the recipient’s oldest other community. */
export const findMailRecipient = async (
  db: Db,
  { accountId, communityId }: { accountId: string; communityId: string },
) => {
  const account = await db
    .selectFrom('accounts')
    .select(['email', 'email_to_confirm', 'language'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  const community = await db
    .selectFrom('communities')
    .select(['name', 'custom_uri', 'default_lang', 'timezone', 'address', 'zip_code', 'city'])
    .where('id', '=', communityId)
    .executeTakeFirst()
  if (!account || !community) return undefined
  const home = await db
    .selectFrom('users as u')
    .innerJoin('communities as c', 'c.id', 'u.community_id')
    .select(['c.name', 'c.custom_uri'])
    .where('u.account_id', '=', accountId)
    .where('u.community_id', '<>', communityId)
    .where('u.gone_at', 'is', null)
    .orderBy('u.id')
    .limit(1)
    .executeTakeFirst()
  const { address, zip_code, city } = community
  return {
    email: account.email,
    emailToConfirm: account.email_to_confirm,
    language: account.language ?? community.default_lang,
    community: {
      name: community.name,
      customUri: community.custom_uri,
      timezone: community.timezone,
      address: [address, [zip_code, city].filter(Boolean).join(' ')].filter(Boolean).join(', ') || null,
    },
    home: home && { name: home.name, customUri: home.custom_uri },
  }
}

export const findAdministratorAccountIds = async (db: Db, communityId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('users')
      .select('account_id')
      .where('community_id', '=', communityId)
      .where('role', '=', 'administrator')
      .where('disabled_at', 'is', null)
      .execute()
  ).map(row => row.account_id)

/** The webmasters with an e-mail, each with a community to log in to. */
export const findWebmasters = async (db: Db) =>
  (
    await db
      .selectFrom('users as u')
      .innerJoin('accounts as a', 'a.id', 'u.account_id')
      .innerJoin('communities as c', 'c.id', 'u.community_id')
      .select(['a.id as accountId', 'a.email', 'u.id as userId', 'c.id as communityId', 'c.custom_uri as customUri'])
      .where(isWebmasterColumn)
      .orderBy('u.id')
      .execute()
  ).flatMap(({ email, ...webmaster }) => (email ? { ...webmaster, email } : []))

/** When the user departed; null if the user has not departed or is erased. */
export const findGoneAt = async (
  db: Db,
  { communityId, userId }: { communityId: string; userId: string },
): Promise<Date | null> =>
  (
    await db
      .selectFrom('users')
      .select('gone_at')
      .where('community_id', '=', communityId)
      .where('id', '=', userId)
      .where('erased_at', 'is', null)
      .executeTakeFirst()
  )?.gone_at ?? null
