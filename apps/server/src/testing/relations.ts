import type { Role } from '@parvis/contract/roles.ts'
import { changeMember } from '@parvis/contract/admin.ts'
import { blockUser } from '@parvis/contract/blocks.ts'
import { leaveCommunity } from '@parvis/contract/leaving.ts'
import { type ErrorKey, errorStatus } from '@parvis/contract/errors.ts'
import { newId } from '../kernel/ids.ts'
import { asPerson, newPseudo } from './people.ts'
import { normalizeStatus, readTable, type Request, type RightsRow } from './rights.ts'
import type { TestServer, Visitor } from './test-server.ts'

/**
 * How the owner of the entity that a call is about relates to the caller. In the last two relations the caller is the
 * owner; before the call an administrator has disabled the caller, or the caller has left.
 */
export const relations = ['own', 'same', 'elsewhere', 'blocker', 'left', 'shutout', 'gone'] as const
export type Relation = (typeof relations)[number]

export interface Person {
  visitor: Visitor
  userId: string
  accountId: string
  community: string
}

export type MakeEntity = (owner: Person, caller: Person) => Promise<string>
export interface RelationCall {
  /** Creates the entity; returns its id, or the owner’s id for a call about a user. */
  make: MakeEntity
  ask(id: string, caller: Person): Request | Promise<Request>
  /** The owner’s role; default: neighbour. */
  owner?: Role
}

const HOME = 'les-tilleuls'
const ELSEWHERE = 'quartier-de-la-gare'

const leaveOrThrow = async ({ visitor }: Person) => {
  const reply = await visitor.call(leaveCommunity)
  if (reply.status !== 200) throw new Error(`could not leave: ${reply.status} ${reply.error.key}`)
}

/** Creates an owner and a caller in this relation; `applyRelation` completes the relation once the entity exists. */
const createPeople = async (
  server: TestServer,
  relation: Relation,
  caller: Role,
  owner: Role,
): Promise<{ owner: Person; caller: Person; applyRelation(): Promise<void> }> => {
  const addMember = async (role: Role, community: string): Promise<Person> => {
    const email = `${newId()}@relations.example`
    const person = await asPerson(server, { email, pseudo: newPseudo(), role, community })
    await server.db
      .updateTable('users')
      .set({ firstname: 'Noé', lastname: 'Petit', birthdate: '1980-02-01' })
      .where('id', '=', person.userId)
      .execute()
    return { ...person, community }
  }
  const callerPerson = await addMember(caller, HOME)
  if (relation === 'own') return { owner: callerPerson, caller: callerPerson, applyRelation: async () => {} }
  if (relation === 'shutout') {
    const applyRelation = async () => {
      const { visitor } = await addMember('administrator', HOME)
      if (
        (await visitor.call(changeMember, { params: { id: callerPerson.userId }, body: { disabled: true } })).status !==
        200
      )
        throw new Error('could not disable the caller')
    }
    return { owner: callerPerson, caller: callerPerson, applyRelation }
  }
  if (relation === 'gone') {
    const applyRelation = async () => {
      const savedCookies = new Map(callerPerson.visitor.cookies)
      await leaveOrThrow(callerPerson)
      for (const [name, value] of savedCookies) callerPerson.visitor.cookies.set(name, value)
    }
    return { owner: callerPerson, caller: callerPerson, applyRelation }
  }
  const other = await addMember(owner, relation === 'elsewhere' ? ELSEWHERE : HOME)
  const applyRelation = async () => {
    if (
      relation === 'blocker' &&
      (await other.visitor.call(blockUser, { params: { id: callerPerson.userId } })).status !== 200
    )
      throw new Error('could not block the caller')
    if (relation === 'left') await leaveOrThrow(other)
  }
  return { owner: other, caller: callerPerson, applyRelation }
}

/**
 * Reads rows such as `GET /events/details/:id (variant)`. The column `as` is the caller’s role; `-` marks a case that
 * does not exist.
 */
export const readRelations = (text: string): (RightsRow & { as: Role })[] =>
  readTable(text).map(row => {
    const { as, ...cells } = Object.fromEntries(row.cells)
    return { ...row, as: as as Role, cells: new Map(Object.entries(cells)) }
  })

export const findRelationDifferences = async (
  server: TestServer,
  rows: readonly (RightsRow & { as: Role })[],
  calls: Readonly<Record<string, RelationCall>>,
): Promise<string[]> => {
  const found: string[] = []
  for (const { name, as, cells } of rows)
    for (const [relation, cell] of cells) {
      if (cell === '-') continue
      const { make, ask, owner: role = 'neighbor' } = calls[name]!
      const { owner, caller, applyRelation } = await createPeople(server, relation as Relation, as, role)
      await server.db.deleteFrom('attempts').execute()
      const request = await ask(await make(owner, caller), caller)
      await applyRelation()
      const reply = await caller.visitor.send(request)
      const actual = reply.status < 400 ? `${normalizeStatus(reply.status)} .` : `${reply.status} ${reply.error.key}`
      const expected = cell === '.' ? '200 .' : `${errorStatus[cell as ErrorKey]} ${cell}`
      if (actual !== expected) found.push(`${name}, ${relation}: ${actual} instead of ${expected}`)
    }
  return found
}
