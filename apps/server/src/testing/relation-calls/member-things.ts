import { newId } from '../../kernel/ids.ts'
import { hashSecret, newSecret } from '../../kernel/secrets.ts'
import { createDigestLink } from '../../features/digests/digest-link.service.ts'
import { addPerson, newPseudo } from '../people.ts'
import type { MakeEntity, Person } from '../relations.ts'
import type { TestServer } from '../test-server.ts'

export const HOME = 'les-tilleuls'
/** A placeholder for a person of the community `HOME`, where only the community of the person matters. */
export const atHome = { community: HOME } as Person

export const person: MakeEntity = async ({ userId }) => userId

export const addThirdPerson = async (server: TestServer, { community }: Pick<Person, 'community'>): Promise<string> =>
  (await addPerson(server, { email: `${newId()}@relations.example`, pseudo: newPseudo(), community })).userId

export const addNeighbor = (server: TestServer): Promise<string> => addThirdPerson(server, { community: HOME })

export const pseudo =
  (server: TestServer): MakeEntity =>
  async ({ userId }) =>
    (await server.db.selectFrom('users').select('pseudo').where('id', '=', userId).executeTakeFirstOrThrow()).pseudo!

export const invitedMember =
  (server: TestServer): MakeEntity =>
  async ({ community }) => {
    const { userId } = await addPerson(server, {
      email: `${newId()}@relations.example`,
      pseudo: newPseudo(),
      community,
    })
    await server.db
      .updateTable('users')
      .set({ first_login: true, invited_at: new Date() })
      .where('id', '=', userId)
      .execute()
    return userId
  }

export const newcomer =
  (server: TestServer): MakeEntity =>
  async ({ community }) =>
    (
      await addPerson(server, {
        email: `${newId()}@relations.example`,
        pseudo: newPseudo(),
        community,
        enabled: false,
      })
    ).userId

export const memberByLetter =
  (server: TestServer): MakeEntity =>
  async ({ community }) =>
    (await addPerson(server, { email: null, pseudo: newPseudo(), community })).userId

export const session =
  (server: TestServer): MakeEntity =>
  async ({ userId, community }) => {
    const id = newId()
    const { account_id } = await server.db
      .selectFrom('users')
      .select('account_id')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    await server.db
      .insertInto('sessions')
      .values({
        token_hash: hashSecret(newSecret()),
        id,
        account_id,
        community_id: await server.communityId(community),
        user_id: userId,
        strategy: 'local',
      })
      .execute()
    return id
  }

export const digest =
  (server: TestServer): MakeEntity =>
  async ({ userId, community }) =>
    createDigestLink(server.platform, { communityId: await server.communityId(community), userId })

export const calendar =
  (server: TestServer): MakeEntity =>
  async ({ userId, community }) => {
    const secret = newSecret()
    await server.db
      .insertInto('calendar_addresses')
      .values({
        community_id: await server.communityId(community),
        user_id: userId,
        secret_hash: hashSecret(secret),
        only_mine: false,
        language: 'fr',
        created_at: new Date(),
      })
      .execute()
    return secret
  }
