import type { Role } from '@parvis/contract/roles.ts'
import { sql } from 'kysely'
import { newId } from '../kernel/ids.ts'
import { asPerson } from './people.ts'
import type { TestServer, Visitor } from './test-server.ts'

export interface CompleteMember {
  visitor: Visitor
  userId: string
  pseudo: string
}

let memberCount = 0
/** Creates a member with every profile field filled. */
export const addCompleteMember = async (
  server: TestServer,
  role: Role,
  community: string,
  { age = 40 } = {},
): Promise<CompleteMember> => {
  const pseudo = `Élo${++memberCount}`
  const { visitor, userId } = await asPerson(server, { email: `${newId()}@test.example`, pseudo, role, community })
  await sql`update users set firstname = 'Élodie', lastname = 'Zyra', gender = 'F', birthdate = ${`${new Date().getFullYear() - age - 1}-06-15`},
    description = 'Je jardine.', description_en = 'I garden.', job = 'Fleuriste', hobbies = '{gardening}', building = 'B',
    address = '1 rue Secrète', zip_code = '74000', city = 'Annecy', floor = '3', apartment_number = '12', building_access = 'Code 4821',
    phone = '+33(0)6 12 34 56 78', company = ${role === 'advertiser' ? 'Le Fournil' : null} where id = ${userId}`.execute(
    server.db,
  )
  return { visitor, userId, pseudo }
}
