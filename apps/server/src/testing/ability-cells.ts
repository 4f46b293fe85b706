import { type Role, roles } from '@parvis/contract/roles.ts'
import { expect } from 'vitest'
import { addDeal } from './deals.ts'
import { asPerson } from './people.ts'
import type { TestServer, Visitor } from './test-server.ts'

export const communitySwitchNames = ['acceptPosts', 'subscribe', 'gooddeal', 'weather'] as const
type Switches = Record<(typeof communitySwitchNames)[number], boolean>
const switches = (isOn: (flag: (typeof communitySwitchNames)[number], at: number) => boolean) =>
  Object.fromEntries(communitySwitchNames.map((flag, at) => [flag, isOn(flag, at)])) as Switches
export const allSwitchCombinations = Array.from({ length: 2 ** communitySwitchNames.length }, (_, n) =>
  switches((_flag, at) => (n & (1 << at)) === 0),
)
export const allOnAndAllOff = [switches(() => true), switches(() => false)]

export const HOME_COMMUNITY = 'les-tilleuls'
/** Private communities of one organisation, sisters of each other. */
export const [PRIVATE_COMMUNITY, SISTER_COMMUNITY] = ['residence-du-lac', 'camping-des-pins'] as const

export interface AbilityViewer {
  role: Role | 'visitor'
  state?: 'suspended' | 'minor'
  community: string
  /** The community of the users whose profiles and posts the viewer looks at. */
  othersCommunity: string
}
const atHome = { community: HOME_COMMUNITY, othersCommunity: HOME_COMMUNITY }
export const viewersByRole: AbilityViewer[] = [...roles, 'visitor' as const].map(role => ({ role, ...atHome }))
export const viewersBySituation: AbilityViewer[] = [
  ...(['neighbor', 'advertiser', 'employee', 'administrator'] as const).map(role => ({
    role,
    state: 'suspended' as const,
    ...atHome,
  })),
  { role: 'neighbor', state: 'minor', ...atHome },
  ...(['neighbor', 'administrator'] as const).flatMap(role => [
    { role, community: PRIVATE_COMMUNITY, othersCommunity: PRIVATE_COMMUNITY },
    { role, community: PRIVATE_COMMUNITY, othersCommunity: SISTER_COMMUNITY },
  ]),
  { role: 'neighbor', state: 'suspended', community: PRIVATE_COMMUNITY, othersCommunity: SISTER_COMMUNITY },
]
/** Whether the short run tries this viewer too. */
export const isInShortRun = ({ role, state }: AbilityViewer) =>
  role === 'neighbor' || (role === 'administrator' && state === 'suspended')
export const otherRoles = ['neighbor', 'advertiser', 'employee', 'administrator'] as const
export type OtherRole = (typeof otherRoles)[number]

export type Call = [method: string, url: string, body?: unknown]

/**
 * Checks an ability either by calls, at least one of which must be permitted, or by a condition on the entity that has
 * the ability.
 */
export type AbilityAttempt = Call[] | ((answer: any) => boolean)

/** Ids of templates of the demo world, and of a category of templates. */
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

/** One viewer under one combination of switches. An attempt that ends the membership is made by a new viewer. */
export interface AbilityCell {
  server: TestServer
  viewer: AbilityViewer
  visitor: Visitor
  userId: string | null
  communityId: string
  othersCommunityId: string
  /** The administrator of the community of the other users. */
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
  triedCountBySituation: Record<string, number>
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

let memberCount = 0
export const addMember = (server: TestServer, role: Role, community: string) =>
  asPerson(server, { email: `${role}-${memberCount++}@abilities.example`, role, community })

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

/** Describes what is special about a viewer: suspended, a minor, or of a private community. Otherwise empty. */
const describeSituation = ({ state, community, othersCommunity: place }: AbilityViewer): string =>
  [
    state,
    community === PRIVATE_COMMUNITY &&
      (place === SISTER_COMMUNITY ? 'of a sister community' : 'of a private community'),
  ]
    .filter(Boolean)
    .join(', ')

export const createAbilityCell = async (
  server: TestServer,
  viewer: AbilityViewer,
  switchStates: Switches,
  sharedFields: Pick<AbilityCell, 'administrator' | 'templates' | 'results'>,
): Promise<AbilityCell> => {
  const { role, community, othersCommunity: place } = viewer
  const [communityId, othersCommunityId] = [await server.communityId(community), await server.communityId(place)]
  const othersByRole = {} as AbilityCell['othersByRole']
  for (const other of otherRoles) othersByRole[other] = await addMember(server, other, place)
  const { visitor, userId } = await createViewer(server, viewer)
  const situation = describeSituation(viewer)
  const name = `${role} ${situation}, ${communitySwitchNames.filter(flag => !switchStates[flag]).join(' and ') || 'nothing'} off`
  const ownDeal = role === 'advertiser' && userId ? await addDeal(server, { userId, community }) : null
  return {
    server,
    viewer,
    visitor,
    userId,
    communityId,
    othersCommunityId,
    othersByRole,
    ownDeal,
    situation,
    name,
    ...sharedFields,
  }
}

/**
 * Compares each ability that the server sends with whether the attempt of this ability succeeds. Reloads the abilities
 * before each attempt, because an attempt may change them.
 */
export const tryAbilities = async (
  { server, visitor, situation, name, results }: AbilityCell,
  label: string,
  readCall: Call,
  attempts: Record<string, AbilityAttempt>,
  findEntity: (answer: any) => any = answer => answer,
): Promise<void> => {
  for (const [verb, attempt] of Object.entries(attempts)) {
    const { answer, key } = await sendCall(server, visitor, readCall)
    // A viewer who may not read the resource is offered no action on it.
    if (key !== null) continue
    const seen = findEntity(answer)
    if (!seen) continue
    const offered: unknown = seen.abilities[verb]
    expect([label, verb, typeof offered]).toEqual([label, verb, 'boolean'])
    results.triedCount++
    results.triedCountBySituation[situation || 'by role'] =
      (results.triedCountBySituation[situation || 'by role'] ?? 0) + 1
    const keys: (string | null)[] = []
    if (typeof attempt === 'function') keys.push(attempt(seen) ? null : 'forbidden')
    else for (const call of attempt) keys.push((await sendCall(server, visitor, call)).key)
    const isPermitted = keys.some(one => !isLackOfRights(one))
    if (isPermitted !== offered)
      results.differences.push(`${name}: ${label}.${verb} is ${offered}, and the call says ${keys}`)
  }
}
