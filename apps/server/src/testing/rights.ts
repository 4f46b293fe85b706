import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type ErrorKey, errorStatus } from '@parvis/contract/errors.ts'
import { addEvent } from './events.ts'
import { openSession } from '../features/session/session.service.ts'
import { isShellVisitor, openShell } from './shells.ts'
import type { TestServer, Visitor } from './test-server.ts'

const source = join(import.meta.dirname, '..')

export type Request = Parameters<Visitor['send']>[0]
/** The request of each row by the row's name, or a function that makes a new request for each cell. */
export type Calls = Record<string, Request | (() => Promise<Request & WithCleanup>)>

interface WithCleanup {
  after?: () => Promise<void>
}

export const NO_POSTS = 'members do not post'
export const NO_SUBSCRIPTION = 'without the subscription'

/**
 * Who may call what. Each route has one or more rows, distinguished by the text in brackets. A cell is the error key of
 * a refusal, or a dot for a success. `newcomer` has not saved the profile yet. `stranger` is an administrator of
 * another community; the entities that the calls are about belong to the community of all other callers.
 */
export interface FeatureRights {
  table: string
  calls(world: RightsWorld): Promise<Calls>
}

/** The test data that the calls of all features need. */
export interface RightsWorld {
  server: TestServer
  homeId: string
  neighborId: string
  makeNeighborsPost(): Promise<string>
  makeForeignPost(): Promise<string>
  /** Returns a call that is made while a switch of the home community is off; its `after` turns the switch on again. */
  whileDisabled(
    flag: 'accept_posts' | 'subscribe',
    callFor: () => Request | Promise<Request>,
  ): () => Promise<Request & { after: () => Promise<void> }>
  /**
   * Returns the calls of two rows: about a post of the neighbour, and about one of another community. The post is
   * created for each cell, because some calls remove it.
   */
  aboutPosts(route: string, callFor: (id: string) => Request | Promise<Request>): Calls
}

export const get = (url: string): Request => ({ method: 'GET', url })

export const json = (method: string, url: string, body: unknown): Request => ({
  method,
  url,
  payload: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

/** Returns 200 for 303, because a redirect to a page counts as a success. */
export const normalizeStatus = (status: number): number => (status === 303 ? 200 : status)

/** Reads the rights tables of all features from `features/<feature>/<feature>.rights.ts`. */
export const readFeatureRights = (): Promise<(FeatureRights & { feature: string })[]> =>
  Promise.all(
    globSync('features/*/*.rights.ts', { cwd: source })
      .toSorted()
      .map(async file => ({
        ...((await import(join(source, file))) as { rights: FeatureRights }).rights,
        feature: basename(file, '.rights.ts'),
      })),
  )

export interface RightsRow {
  name: string
  route: string
  cells: ReadonlyMap<string, string>
}

export const readTable = (text: string): RightsRow[] => {
  const [head, ...lines] = text
    .trim()
    .split('\n')
    .map(line => line.split('|').map(cell => cell.trim()))
  const columns = head!.filter(cell => cell !== '')
  return lines.map(([name, ...cells]) => ({
    name: name!,
    route: name!.replace(/ ?\(.*/, ''),
    cells: new Map(columns.map((column, at) => [column, cells[at]!])),
  }))
}

export const createRightsWorld = async (server: TestServer): Promise<RightsWorld> => {
  const { db, communityId } = server
  const neighbor = await db
    .selectFrom('users as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .select('u.id')
    .where('a.email', '=', 'neighbor@demo.example')
    .executeTakeFirstOrThrow()
  const foreigner = await db
    .selectFrom('users')
    .select('id')
    .where('community_id', '=', await communityId('quartier-de-la-gare'))
    .where('role', '=', 'administrator')
    .executeTakeFirstOrThrow()
  const makeNeighborsPost = () => addEvent(server, { userId: neighbor.id, description: 'Bonjour' })
  const makeForeignPost = () =>
    addEvent(server, { userId: foreigner.id, community: 'quartier-de-la-gare', description: 'Bonjour' })
  const homeId = await communityId('les-tilleuls')
  const setSwitch = async (flag: 'accept_posts' | 'subscribe', on: boolean) => {
    await db
      .updateTable('communities')
      .set({ [flag]: on })
      .where('id', '=', homeId)
      .execute()
    server.platform.bus.publish('actor.changed', { communityIds: [homeId] })
  }
  return {
    server,
    homeId,
    whileDisabled: (flag, callFor) => async () => {
      const request = await callFor()
      await setSwitch(flag, false)
      return { ...request, after: () => setSwitch(flag, true) }
    },
    neighborId: neighbor.id,
    makeNeighborsPost,
    makeForeignPost,
    aboutPosts: (route, callFor) => ({
      [`${route} (the neighbor's)`]: async () => callFor(await makeNeighborsPost()),
      [`${route} (another community's)`]: async () => callFor(await makeForeignPost()),
    }),
  }
}

/** Returns a function that opens a new session for each cell, so that no call affects the next. */
export const createVisitorFactory = async ({ db, visitor, asGuest, communityId }: TestServer) => {
  const users = () =>
    db
      .selectFrom('users as u')
      .innerJoin('accounts as a', 'a.id', 'u.account_id')
      .select(['u.account_id', 'u.community_id', 'u.id'])
  const people = new Map<string, { account_id: string; community_id: string; id: string }>()
  for (const role of ['neighbor', 'advertiser', 'employee', 'administrator', 'webmaster']) {
    people.set(role, await users().where('a.email', '=', `${role}@demo.example`).executeTakeFirstOrThrow())
  }
  await asGuest()
  people.set('guest', await users().where('u.role', '=', 'guest').executeTakeFirstOrThrow())
  const newcomer = await users()
    .where('u.community_id', '=', await communityId('les-tilleuls'))
    .where('a.email', 'not like', '%@demo.example')
    .where('u.role', '=', 'neighbor')
    .limit(1)
    .executeTakeFirstOrThrow()
  await db.updateTable('users').set({ need_update: true }).where('id', '=', newcomer.id).execute()
  people.set('newcomer', newcomer)
  people.set(
    'stranger',
    await users()
      .where('u.community_id', '=', await communityId('quartier-de-la-gare'))
      .where('u.role', '=', 'administrator')
      .executeTakeFirstOrThrow(),
  )
  return async (column: string, client: 'browser' | 'shell' = 'browser'): Promise<Visitor> => {
    const newVisitor = client === 'shell' ? openShell({ visitor }) : visitor()
    const person = people.get(column)
    if (person) {
      const { token } = await openSession(
        db,
        {
          accountId: person.account_id,
          communityId: person.community_id,
          userId: person.id,
          strategy: column === 'guest' ? 'guest' : 'local',
          inShell: client === 'shell',
        },
        null,
      )
      if (isShellVisitor(newVisitor)) newVisitor.token = token
      else newVisitor.cookies.set('parvis', token)
    }
    return newVisitor
  }
}

export const findRightsDifferences = async (
  table: readonly RightsRow[],
  calls: Calls,
  visitorOf: (column: string) => Promise<Visitor>,
): Promise<string[]> => {
  const found: string[] = []
  for (const { name, cells } of table) {
    for (const [column, cell] of cells) {
      const call = calls[name]!
      const request: Request & WithCleanup = typeof call === 'function' ? await call() : call
      const reply = await (await visitorOf(column)).send(request)
      await request.after?.()
      const actual = reply.status < 400 ? `${normalizeStatus(reply.status)} .` : `${reply.status} ${reply.error.key}`
      const expected = cell === '.' ? '200 .' : `${errorStatus[cell as ErrorKey]} ${cell}`
      if (actual !== expected) found.push(`${name}, ${column}: ${actual} instead of ${expected}`)
    }
  }
  return found
}
