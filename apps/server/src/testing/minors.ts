import type { Role } from '@parvis/contract/roles.ts'
import { newId } from '../kernel/ids.ts'
import { asPerson } from './people.ts'
import type { TestServer, Visitor } from './test-server.ts'

export const asPersonOfAge = async (
  server: TestServer,
  age: number,
  { role = 'neighbor', community = 'les-tilleuls' }: { role?: Role; community?: string } = {},
): Promise<{ visitor: Visitor; userId: string; accountId: string; pseudo: string }> => {
  const pseudo = `Lou${newId().replaceAll('-', '').slice(-12)}`
  const person = await asPerson(server, { email: `${newId()}@aged.example`, pseudo, role, community })
  await server.db
    .updateTable('users')
    .set({
      firstname: 'Lou',
      lastname: 'Zyra',
      gender: 'F',
      building: 'B',
      job: 'Collégienne',
      description: 'Je dessine.',
      phone: '+33(0)6 12 34 56 78',
      birthdate: `${new Date().getFullYear() - age - 1}-12-31`,
    })
    .where('id', '=', person.userId)
    .execute()
  server.platform.bus.publish('actor.changed', { userIds: [person.userId] })
  return { ...person, pseudo }
}
