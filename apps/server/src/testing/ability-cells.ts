import { type Role, roles } from '@parvis/contract/roles.ts'
import { expect } from 'vitest'
import { addDeal } from './deals.ts'
import { asPerson } from './people.ts'
import type { TestServer, Visitor } from './test-server.ts'

export const switchNames = ['acceptPosts', 'subscribe', 'gooddeal', 'weather'] as const
type Switches = Record<(typeof switchNames)[number], boolean>
const switches = (isOn: (flag: (typeof switchNames)[number], at: number) => boolean) =>
  Object.fromEntries(switchNames.map((flag, at) => [flag, isOn(flag, at)])) as Switches
export const allCombinations = Array.from({ length: 2 ** switchNames.length }, (_, n) =>
  switches((_flag, at) => (n & (1 << at)) === 0),
)
export const allOnAndAllOff = [switches(() => true), switches(() => false)]

export const HOME = 'les-tilleuls'
/** Private communities of one organisation, sisters of each other. */
export const [PRIVATE, SISTER] = ['residence-du-lac', 'camping-des-pins'] as const

export interface AbilityViewer {
  role: Role | 'visitor'
  state?: 'suspended' | 'minor'
  community: string
  /** The community of the users whose profiles and posts the viewer looks at. */
  others: string
}
const atHome = { community: HOME, others: HOME }
export const byRole: AbilityViewer[] = [...roles, 'visitor' as const].map(role => ({ role, ...atHome }))
export const bySituation: AbilityViewer[] = [
  ...(['neighbor', 'advertiser', 'employee', 'administrator'] as const).map(role => ({
    role,
    state: 'suspended' as const,
    ...atHome,
  })),
  { role: 'neighbor', state: 'minor', ...atHome },
  ...(['neighbor', 'administrator'] as const).flatMap(role => [
    { role, community: PRIVATE, others: PRIVATE },
    { role, community: PRIVATE, others: SISTER },
  ]),
  { role: 'neighbor', state: 'suspended', community: PRIVATE, others: SISTER },
]
/** Whether the short run tries this viewer too. */
export const isInShortRun = ({ role, state }: AbilityViewer) =>
  role === 'neighbor' || (role === 'administrator' && state === 'suspended')
export const otherRoles = ['neighbor', 'advertiser', 'employee', 'administrator'] as const
export type OtherRole = (typeof otherRoles)[number]

export type Call = [method: string, url: string, body?: unknown]

/** Calls of which at least one must succeed, or a condition on the answer. */
export type Attempt = Call[] | ((answer: any) => boolean)

/** Templates of the demo world, by id. */
export interface TemplateIds {
  activity: string
  message: string
  dealActivity: string
  category: string
}

export interface Member {
  visitor: Visitor
  userId: string
}

/** One viewer under one combination of switches. The viewer is replaced where an attempt ends the membership. */
export interface AbilityCell {
  server: TestServer
  viewer: AbilityViewer
  visitor: Visitor
  userId: string | null
  home: string
  placeId: string
  /** The administrator of the community of the others. */
  administrator: Visitor
  othersByRole: Record<OtherRole, Member>
  ownDeal: string | null
  templates: TemplateIds
  situation: string
  name: string
  results: AbilityResults
}

export interface AbilityResults {
  differences: string[]
  triedCount: number
  perSituation: Record<string, number>
}

export const sendCall = async (
  server: TestServer,
  visitor: Visitor,
  [method, url, body]: Call,
): Promise<{ key: string | null; answer: any }> => {
  await server.db.deleteFrom('attempts').execute()
  const reply = await visitor.send({
    method,
    url,
    ...(body !== undefined && { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  if (reply.status >= 400) return { key: reply.error.key, answer: null }
  return { key: null, answer: url.endsWith('.pdf') ? null : reply.answer }
}

/** Errors that mean a lack of rights; all other errors are shown only to callers who have the rights. */
const rightsErrors = [
  'minorlocation',
  'nosession',
  'forbidden',
  'suspended',
  'guestforbidden',
  'unauthorized',
  'error404',
  'laststaff',
  'dealchanged',
]
const isLackOfRights = (key: string | null) => key !== null && rightsErrors.includes(key)

let people = 0
export const addMember = (server: TestServer, role: Role, community: string) =>
  asPerson(server, { email: `${role}-${people++}@abilities.example`, role, community })

const DAY_MS = 86_400_000
const states = {
  suspended: { suspended_until: new Date(Date.now() + 7 * DAY_MS) },
  minor: { birthdate: `${new Date().getFullYear() - 13}-01-02` },
} as const

export const createViewer = async (server: TestServer, { role, state, community }: AbilityViewer) => {
  if (role === 'visitor') return { visitor: server.visitor(), userId: null }
  if (role === 'guest') return { visitor: await server.asGuest(), userId: null }
  const made = await addMember(server, role, community)
  if (state) {
    await server.db.updateTable('users').set(states[state]).where('id', '=', made.userId).execute()
    server.platform.bus.publish('actor.changed', { userIds: [made.userId] })
  }
  return made
}

/** Returns the words for a viewer who is not simply one by role: suspended, a minor, or of a private community. */
const describeSituation = ({ state, community, others: place }: AbilityViewer): string =>
  [state, community === PRIVATE && (place === SISTER ? 'of a sister community' : 'of a private community')]
    .filter(Boolean)
    .join(', ')

export const createCell = async (
  server: TestServer,
  viewer: AbilityViewer,
  on: Switches,
  given: Pick<AbilityCell, 'administrator' | 'templates' | 'results'>,
): Promise<AbilityCell> => {
  const { role, community, others: place } = viewer
  const [home, placeId] = [await server.communityId(community), await server.communityId(place)]
  const othersByRole = {} as AbilityCell['othersByRole']
  for (const other of otherRoles) othersByRole[other] = await addMember(server, other, place)
  const { visitor, userId } = await createViewer(server, viewer)
  const situation = describeSituation(viewer)
  const name = `${role} ${situation}, ${switchNames.filter(flag => !on[flag]).join(' and ') || 'nothing'} off`
  const ownDeal = role === 'advertiser' && userId ? await addDeal(server, { userId, community }) : null
  return { server, viewer, visitor, userId, home, placeId, othersByRole, ownDeal, situation, name, ...given }
}

/** Reloads the abilities before each attempt, because an attempt may change them. */
export const tryAbilities = async (
  { server, visitor, situation, name, results }: AbilityCell,
  what: string,
  read: Call,
  attempts: Record<string, Attempt>,
  pick: (answer: any) => any = answer => answer,
): Promise<void> => {
  for (const [verb, attempt] of Object.entries(attempts)) {
    const { answer, key } = await sendCall(server, visitor, read)
    // A viewer who may not read the resource is offered no action on it.
    if (key !== null) continue
    const seen = pick(answer)
    if (!seen) continue
    const offered: unknown = seen.abilities[verb]
    expect([what, verb, typeof offered]).toEqual([what, verb, 'boolean'])
    results.triedCount++
    results.perSituation[situation || 'by role'] = (results.perSituation[situation || 'by role'] ?? 0) + 1
    const keys: (string | null)[] = []
    if (typeof attempt === 'function') keys.push(attempt(seen) ? null : 'forbidden')
    else for (const call of attempt) keys.push((await sendCall(server, visitor, call)).key)
    const done = keys.some(one => !isLackOfRights(one))
    if (done !== offered) results.differences.push(`${name}: ${what}.${verb} is ${offered}, and the call says ${keys}`)
  }
}
