import { newId } from '../kernel/ids.ts'
import { addPerson } from './people.ts'
import { DEMO_PASSWORD, type TestServer, type Visitor } from './test-server.ts'

/** Adds a member of the camping site, and logs them in. */
export const logInCamper = async (server: TestServer, role: 'neighbor' | 'employee' = 'neighbor'): Promise<Visitor> => {
  const email = `${role}-${newId().slice(-8)}@test.example`
  await addPerson(server, { email, password: DEMO_PASSWORD, role, community: 'camping-des-pins' })
  return server.as(email, 'camping-des-pins')
}
