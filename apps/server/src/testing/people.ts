import { proveOwner } from '@parvis/contract/leaving.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { getSession } from '@parvis/contract/session.ts'
import type { Db } from '../kernel/postgres/db.ts'
import { newId } from '../kernel/ids.ts'
import { openSession } from '../features/session/session.service.ts'
import { hashCheaply } from './quick-hash.ts'
import { DEMO_PASSWORD, type TestServer, type Visitor } from './test-server.ts'

export interface NewPerson {
  /** Null for a user who registered with a printed invitation. */
  email: string | null
  pseudo?: string
  password?: string
  role?: Role
  community?: string
  confirmed?: boolean
  enabled?: boolean
  needUpdate?: boolean
}

/** Returns a unique nickname; letters only, because `validatePseudo` requires letters at the beginning. */
export const newPseudo = (): string =>
  `P${newId()
    .replaceAll('-', '')
    .slice(-18)
    .replace(/\d/g, digit => 'ghijklmnop'[Number(digit)]!)}`

/** Adds an account and, in the given community, a user of this account; without a community only the account. */
export const addPerson = async (
  { db, communityId }: Pick<TestServer, 'db' | 'communityId'>,
  person: NewPerson,
): Promise<{ accountId: string; userId: string }> => {
  const {
    email,
    pseudo = email?.split('@')[0] ?? newId(),
    password,
    role = 'neighbor',
    community,
    confirmed = true,
    enabled = true,
    needUpdate = false,
  } = person
  const [accountId, userId] = [newId(), newId()]
  // Removes the address from an earlier account, because a retried test creates its users again.
  await db
    .updateTable('accounts')
    .set({ email: `${newId()}@former.example` })
    .where('email', '=', email)
    .execute()
  await db
    .insertInto('accounts')
    .values({
      id: accountId,
      email,
      password_hash: password ? await hashCheaply(password) : null,
      confirmed_at: confirmed ? new Date() : null,
    })
    .execute()
  if (community) {
    const home = await communityId(community)
    await db
      .updateTable('users')
      .set({ pseudo: `ancien-${newId()}` })
      .where('community_id', '=', home)
      .where('pseudo', '=', pseudo)
      .execute()
    await db
      .insertInto('users')
      .values({
        community_id: home,
        id: userId,
        account_id: accountId,
        role,
        pseudo,
        enabled_at: enabled ? new Date() : null,
        need_update: needUpdate,
      })
      .execute()
  }
  return { accountId, userId }
}

export const userIdOf = async (visitor: Visitor): Promise<string> => (await visitor.call(getSession)).answer._id

/** Proves the ownership of the account by password; the proof is valid for ten minutes. */
export const proveOwnership = (visitor: Visitor, currentpassword = DEMO_PASSWORD): ReturnType<Visitor['call']> =>
  visitor.call(proveOwner, { body: { currentpassword } })

export const visitorWithSession = (server: TestServer, token: string): Visitor => {
  const visitor = server.visitor()
  visitor.cookies.set('parvis', token)
  return visitor
}

export const asPerson = async (
  server: TestServer,
  person: NewPerson & { community: string },
): Promise<{ visitor: Visitor; userId: string; accountId: string }> => {
  const { accountId, userId } = await addPerson(server, person)
  const { token } = await openSession(
    server.db,
    { accountId, userId, communityId: await server.communityId(person.community), strategy: 'local' },
    null,
  )
  return { visitor: visitorWithSession(server, token), userId, accountId }
}

/** Opens sessions for up to `memberCount` neighbours of the demo world’s open community. */
export const openSessions = async (db: Db, memberCount: number): Promise<{ userId: string; token: string }[]> => {
  const people = await db
    .selectFrom('users as u')
    .innerJoin('communities as c', 'c.id', 'u.community_id')
    .select(['u.id', 'u.account_id', 'u.community_id'])
    .where('c.custom_uri', '=', 'les-tilleuls')
    .where('u.role', '=', 'neighbor')
    .orderBy('u.id')
    .limit(memberCount)
    .execute()
  return Promise.all(
    people.map(async ({ id, account_id, community_id }) => ({
      userId: id,
      token: (
        await openSession(db, { accountId: account_id, communityId: community_id, userId: id, strategy: 'local' }, null)
      ).token,
    })),
  )
}

export const asMembers = async (
  server: TestServer,
  memberCount: number,
): Promise<{ userId: string; visitor: Visitor }[]> =>
  (await openSessions(server.db, memberCount)).map(({ userId, token }) => ({
    userId,
    visitor: visitorWithSession(server, token),
  }))
