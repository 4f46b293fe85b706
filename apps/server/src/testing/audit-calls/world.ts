import { proveOwner } from '@parvis/contract/leaving.ts'
import { makeLink } from '../../features/entry/link.service.ts'
import type { LinkPurpose } from '../../features/entry/entry.tables.ts'
import { newId } from '../../kernel/ids.ts'
import type { FakeApple } from '../apple.ts'
import { type NewPerson, addPerson, asPerson } from '../people.ts'
import { DEMO_PASSWORD, type TestServer, type Visitor } from '../test-server.ts'

const HOME = 'les-tilleuls'
const GARE = 'quartier-de-la-gare'
export const NEW_PASSWORD = 'velo-tilleul-lac'

/** How each audited act is triggered, by route and act. */
export type AuditCalls = Record<string, () => Promise<unknown>>

/** What the calls of all features need: people, communities and `canaryText`, which is entered in every text field. */
export interface AuditWorld {
  server: TestServer
  db: TestServer['db']
  platform: TestServer['platform']
  apple: FakeApple
  canaryText: string
  home: string
  gare: string
  administrator: Visitor
  nickname(): string
  email(): string
  add(more?: Partial<NewPerson>): ReturnType<typeof addPerson>
  addVisitor(more?: Partial<NewPerson>): ReturnType<typeof asPerson>
}

export const createAuditWorld = async (
  server: TestServer,
  apple: FakeApple,
  canaryText: string,
): Promise<AuditWorld> => {
  const [home, gare] = [await server.communityId(HOME), await server.communityId(GARE)]
  const administrator = await server.as('administrator')
  const nickname = () => `Rec${newId().slice(-8)}`
  const email = () => `${newId()}@record.example`
  const newPerson = (more: Partial<NewPerson>): NewPerson & { community: string } => ({
    email: email(),
    pseudo: nickname(),
    community: HOME,
    password: DEMO_PASSWORD,
    ...more,
  })
  return {
    server,
    db: server.db,
    platform: server.platform,
    apple,
    canaryText,
    home,
    gare,
    administrator,
    nickname,
    email,
    add: (more = {}) => addPerson(server, newPerson(more)),
    addVisitor: (more = {}) => asPerson(server, newPerson(more)),
  }
}

export const linkOf = async (
  { platform, home }: AuditWorld,
  person: { accountId: string; userId: string },
  purpose: LinkPurpose,
) => (await makeLink(platform, { purpose, communityId: home, ...person })).token

export const provePassword = (visitor: Visitor, currentpassword: string) =>
  visitor.call(proveOwner, { body: { currentpassword } })

export const emptySetup = {
  lang: 'fr',
  communitytype: 'Neighborhood',
  longitude: null,
  latitude: null,
  name: 'Deux',
  customUri: 'deux',
  sign: 'lake',
  wayIn: 'open',
  password: NEW_PASSWORD,
} as const
