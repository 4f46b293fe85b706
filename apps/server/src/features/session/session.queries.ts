import { normalizeEmail } from '@parvis/contract/session-rules.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { LAST_ID } from '#server/kernel/ids.ts'
import { blockedUserIdsColumn } from '../blocks/blocks.columns.ts'
import { stayIdsColumn, stayPlaceColumn } from '../profile/stay.columns.ts'
import { actorColumns, actorOf, type ActorSettings } from './actor.columns.ts'
import { type AuthorRow, initialColumn, fullAuthorColumn } from './author.columns.ts'
import { canLogIn } from './session.policy.ts'
import { isWebmasterColumn } from './webmaster.columns.ts'

export interface FoundSession {
  actor: Actor
  createdAt: Date
  seenAt: Date
  canLogIn: boolean
}

/** The sessions of these token hashes, including expired ones, with their users and communities. */
export const findSessions = async (
  db: Db,
  tokenHashes: readonly string[],
  now: Date,
  settings: ActorSettings,
): Promise<Map<string, FoundSession>> => {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', join =>
      join.onRef('u.community_id', '=', 's.community_id').onRef('u.id', '=', 's.user_id'),
    )
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .innerJoin('communities as c', 'c.id', 's.community_id')
    .select([
      's.token_hash',
      's.id',
      's.strategy',
      's.in_shell',
      's.created_at',
      's.seen_at',
      's.password_due',
      's.proved_at',
    ])
    .select(actorColumns(now, settings))
    .where(sql<boolean>`s.token_hash = any(${tokenHashes}::text[])`)
    .execute()
  return new Map(
    rows.map(row => [
      row.token_hash,
      {
        createdAt: row.created_at,
        seenAt: row.seen_at,
        canLogIn: canLogIn(row, row.timezone, now),
        actor: actorOf(
          row,
          {
            sessionId: row.id,
            strategy: row.strategy,
            isShellSession: row.in_shell,
            passwordDue: row.password_due,
            since: row.created_at,
            provedAt: row.proved_at,
          },
          now,
          settings,
        ),
      },
    ]),
  )
}

/** `folded` is the normalized name by which the account was looked up, the same for every notation of the name. */
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

export const findMembership = (db: Db, accountId: string, communityId: string) =>
  db
    .selectFrom('users as u')
    .innerJoin('communities as c', 'c.id', 'u.community_id')
    .select([
      'u.id',
      'u.enabled_at',
      'u.disabled_at',
      'u.first_login',
      'u.member_until',
      'u.gone_at',
      'u.role',
      'c.timezone',
    ])
    .where('u.account_id', '=', accountId)
    .where('u.community_id', '=', communityId)
    .executeTakeFirst()

/** Queries a dummy id if there is no account, so that the duration does not reveal that. */
export const isKnownDevice = async (db: Db, accountId: string | null, deviceHash: string): Promise<boolean> =>
  (await db
    .selectFrom('known_devices')
    .select('account_id')
    .where('account_id', '=', accountId ?? LAST_ID)
    .where('device_hash', '=', deviceHash)
    .executeTakeFirst()) !== undefined

export const findAppleAccount = async (db: Db, subject: string): Promise<string | undefined> =>
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

export const findSessionUser = async (db: Db, { communityId, userId, blockedIds }: Actor, today: string) =>
  db
    .selectFrom('users as u')
    .innerJoin('communities as c', 'c.id', 'u.community_id')
    .select(initialColumn('u').as('initial'))
    .select(stayPlaceColumn('u', today).as('stay_place_id'))
    .select(sql<number>`all_unread_messages(u.id, ${blockedIds}::uuid[])`.as('not_read'))
    .select([stayIdsColumn('u').as('stay_ids'), blockedUserIdsColumn('u').as('blocked_ids')])
    .select([
      'u.id',
      'u.pseudo',
      'u.firstname',
      'u.lastname',
      'u.building',
      'u.role',
      'u.photo_id',
      'u.gender',
      'u.company',
      'u.need_update',
      'u.first_login',
      'u.description',
      'u.description_en',
      'u.job',
      'u.hobbies',
      'u.phone',
      'u.address',
      'u.zip_code',
      'u.city',
      'u.floor',
      'u.apartment_number',
      'u.building_access',
      'u.birthdate',
      'c.custom_uri',
      'c.residence',
      'c.district',
      'c.address as community_address',
      'c.zip_code as community_zip_code',
      'c.city as community_city',
    ])
    .where('u.community_id', '=', communityId)
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()

/** All memberships of the account, with the columns that decide whether it may log in there. */
export const findMemberships = (db: Db, accountId: string) =>
  db
    .selectFrom('users as u')
    .innerJoin('communities as c', 'c.id', 'u.community_id')
    .select(['u.id', 'u.role', 'c.id as community_id', 'c.name', 'c.custom_uri', 'c.logo_id', 'c.timezone'])
    .select(['u.enabled_at', 'u.disabled_at', 'u.first_login', 'u.member_until', 'u.gone_at'])
    .where('u.account_id', '=', accountId)
    .orderBy('c.name')
    .execute()

export const findAccountSessions = (db: Db, accountId: string) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', join =>
      join.onRef('u.community_id', '=', 's.community_id').onRef('u.id', '=', 's.user_id'),
    )
    .select(['s.id', 's.device', 's.in_shell', 's.created_at', 's.seen_at', 'u.role'])
    .where('s.account_id', '=', accountId)
    .orderBy('s.seen_at', 'desc')
    .execute()

export const findTokenHash = async (db: Db, sessionId: string): Promise<string | undefined> =>
  (await db.selectFrom('sessions').select('token_hash').where('id', '=', sessionId).executeTakeFirst())?.token_hash

export interface KnownMember {
  accountId: string
  confirmedAt: Date | null
  /** The user of the account in the given community. */
  userId: string | null
  /** Set if they have left or deleted the account; names the user for whom that can be undone. */
  gone: { how: 'left' | 'deleted'; userId: string; communityId: string } | null
  /** The oldest active membership of the account. */
  home: { userId: string; communityId: string } | null
  organizationIds: readonly string[]
}

/** An account, by e-mail or id, as seen from one community. */
export const findKnownMember = async (
  db: Db,
  who: string | { accountId: string },
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
      typeof who === 'string'
        ? eb(sql`lower(a.email)`, '=', sql`lower(${who.trim()}::text)`)
        : eb('a.id', '=', who.accountId),
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

export const findAuthors = async (
  db: Db,
  members: readonly { communityId: string; userId: string }[],
): Promise<AuthorRow[]> =>
  (
    await db
      .selectFrom('users as u')
      .select(fullAuthorColumn('u').as('author'))
      .where('u.community_id', 'in', [...new Set(members.map(({ communityId }) => communityId))])
      .where('u.id', 'in', [...new Set(members.map(({ userId }) => userId))])
      .execute()
  ).map(({ author }) => author)

export const findBirthdates = (db: Db | Tx, communityId: string, userIds: readonly string[]) =>
  db
    .selectFrom('users as u')
    .innerJoin('communities as c', 'c.id', 'u.community_id')
    .select(['u.id', 'u.birthdate', 'c.timezone'])
    .where('u.community_id', '=', communityId)
    .where('u.id', 'in', [...new Set(userIds)])
    .where('u.birthdate', 'is not', null)
    .execute()

export const findAdministrators = async (db: Db, communityId: string): Promise<string[]> =>
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

/** For each community, the communities whose members can read its content: itself and those of its organisation. */
export const findReadingCommunities = async (
  db: Db | Tx,
  communityIds: readonly string[],
): Promise<{ community: string; reader: string }[]> => {
  const { rows } = await sql<{ community: string; reader: string }>`
    select c.id as community, c.id as reader from communities c where c.id = any (${communityIds}::uuid[])
    union
    select c.id, near.id from communities c join communities near on near.organization_id = c.organization_id
    where c.id = any (${communityIds}::uuid[])`.execute(db)
  return rows
}

/** Users who departed before this time and are not erased, the earliest first. */
export const findDepartedBefore = (db: Db, before: Date, limit: number) =>
  db
    .selectFrom('users')
    .select(['community_id as communityId', 'id as userId', 'account_id as accountId'])
    .where('gone_at', '<=', before)
    .where('erased_at', 'is', null)
    .orderBy('gone_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** The facts that decide how an account may leave, from all of its communities. */
export const findDepartureState = async (db: Db, accountId: string) => {
  const account = await db
    .selectFrom('accounts')
    .select(['email', 'password_hash', 'confirmed_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const memberships = await db
    .selectFrom('users as u')
    .innerJoin('communities as c', 'c.id', 'u.community_id')
    .select(['u.community_id', 'u.role', 'u.first_login', 'u.disabled_at', 'c.name'])
    .where('u.account_id', '=', accountId)
    .where('u.gone_at', 'is', null)
    .orderBy('c.name')
    .execute()
  return { ...account, memberships }
}

/** When a user who can still return has departed; null otherwise. */
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

/** Whether anybody can log in with the public password of the demo world. */
export const hasDemoAccounts = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('accounts')
    .select('id')
    .where('email', 'like', '%@demo.example')
    .limit(1)
    .executeTakeFirst()) !== undefined
