import type { Answer } from '@parvis/contract/endpoint.ts'
import {
  getProfile,
  isOwnProfile,
  type Person,
  type Profile,
  type ProfileChange,
  updateProfile,
} from '@parvis/contract/profile.ts'
import { newId } from '../kernel/ids.ts'
import { asPerson } from './people.ts'
import type { Reply, TestServer, Visitor } from './test-server.ts'

export const saveProfile = (visitor: Visitor, body: ProfileChange): Promise<Reply<Answer<typeof updateProfile>>> =>
  visitor.call(updateProfile, { body })

export const readOwnProfile = async (visitor: Visitor): Promise<Profile> => {
  const { answer } = await visitor.call(getProfile)
  if (!isOwnProfile(answer)) throw new Error('not one’s own')
  return answer
}

/** Returns the profile of another person as the visitor sees it. */
export const readPersonAs = async (visitor: Visitor, userId: string): Promise<Person> => {
  const { answer } = await visitor.call(getProfile, { query: { userId } })
  if (isOwnProfile(answer)) throw new Error('one’s own')
  return answer
}

export const FIRST_PASSWORD = 'le-premier-mot'

/** Creates a neighbour with a complete profile. */
export const createNeighbor = async (
  server: TestServer,
  overrides: Partial<Parameters<typeof asPerson>[1]> = {},
): Promise<{ visitor: Visitor; userId: string; accountId: string; email: string }> => {
  const email = `${newId()}@profil.example`
  const person = await asPerson(server, {
    email,
    pseudo: `Cam${newId().replaceAll('-', '').slice(-12)}`,
    password: FIRST_PASSWORD,
    community: 'les-tilleuls',
    ...overrides,
  })
  await server.db
    .updateTable('users')
    .set({
      firstname: 'Camille',
      lastname: 'Roussel',
      birthdate: '1990-05-12',
      address: '8 rue des Marquisats',
      zip_code: '74000',
      city: 'Annecy',
    })
    .where('id', '=', person.userId)
    .execute()
  return { ...person, email }
}
