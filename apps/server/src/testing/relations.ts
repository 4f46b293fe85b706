import type { Role } from '@parvis/contract/roles.ts'
import { changeMember } from '@parvis/contract/admin.ts'
import { blockUser } from '@parvis/contract/blocks.ts'
import { leaveCommunity } from '@parvis/contract/leaving.ts'
import { type ErrorKey, errorStatus } from '@parvis/contract/errors.ts'
import { newId } from '../kernel/ids.ts'
import { asPerson, newPseudo } from './people.ts'
import { answered, readTable, type Request, type RightsRow } from './rights.ts'
import type { TestServer, Visitor } from './test-server.ts'

/**
 * The owner of the thing that a call is about, in relation to the caller. The last two are about the caller’s own
 * things, after an administrator has disabled the caller and after the caller has left.
 */
export const relations = ['own', 'same', 'elsewhere', 'blocker', 'left', 'shutout', 'gone'] as const
export type Relation = (typeof relations)[number]

export interface Person {
  visitor: Visitor
  userId: string
  accountId: string
  community: string
}

export type MakeThing = (owner: Person, caller: Person) => Promise<string>
export interface RelationCall {
  /** Creates the thing; returns its id, or the owner’s id for a call about a person. */
  make: MakeThing
  ask(id: string, caller: Person): Request | Promise<Request>
  /** The owner’s role; default: neighbour. */
  owner?: Role
}

const HOME = 'les-tilleuls'
const ELSEWHERE = 'quartier-de-la-gare'

const leave = async ({ visitor }: Person) => {
  const reply = await visitor.call(leaveCommunity)
  if (reply.status !== 200) throw new Error(`could not leave: ${reply.status} ${reply.error.key}`)
}

/** An owner and a caller in this relation; `applyRelation` completes it once the thing exists. */
const peopleOf = async (
  server: TestServer,
  relation: Relation,
  caller: Role,
  owner: Role,
): Promise<{ owner: Person; caller: Person; settle(): Promise<void> }> => {
  const join = async (role: Role, community: string): Promise<Person> => {
    const email = `${newId()}@relations.example`
    const person = await asPerson(server, { email, pseudo: newPseudo(), role, community })
    await server.db
      .updateTable('users')
      .set({ firstname: 'Noé', lastname: 'Petit', birthdate: '1980-02-01' })
      .where('id', '=', person.userId)
      .execute()
    return { ...person, community }
  }
  const who = await join(caller, HOME)
  if (relation === 'own') return { owner: who, caller: who, settle: async () => {} }
  if (relation === 'shutout') {
    const settle = async () => {
      const { visitor } = await join('administrator', HOME)
      if ((await visitor.call(changeMember, { params: { id: who.userId }, body: { disabled: true } })).status !== 200)
        throw new Error('could not disable the caller')
    }
    return { owner: who, caller: who, settle }
  }
  if (relation === 'gone') {
    const settle = async () => {
      const kept = new Map(who.visitor.cookies)
      await leave(who)
      for (const [name, value] of kept) who.visitor.cookies.set(name, value)
    }
    return { owner: who, caller: who, settle }
  }
  const other = await join(owner, relation === 'elsewhere' ? ELSEWHERE : HOME)
  const settle = async () => {
    if (relation === 'blocker' && (await other.visitor.call(blockUser, { params: { id: who.userId } })).status !== 200)
      throw new Error('could not block the caller')
    if (relation === 'left') await leave(other)
  }
  return { owner: other, caller: who, settle }
}

/**
 * Rows such as `GET /events/details/:id (variant)`; the column `as` is the caller’s role, `-` a case that does not
 * exist.
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
      const { owner, caller, settle } = await peopleOf(server, relation as Relation, as, role)
      await server.db.deleteFrom('attempts').execute()
      const request = await ask(await make(owner, caller), caller)
      await settle()
      const reply = await caller.visitor.send(request)
      const came = reply.status < 400 ? `${answered(reply.status)} .` : `${reply.status} ${reply.error.key}`
      const written = cell === '.' ? '200 .' : `${errorStatus[cell as ErrorKey]} ${cell}`
      if (came !== written) found.push(`${name}, ${relation}: ${came} instead of ${written}`)
    }
  return found
}
