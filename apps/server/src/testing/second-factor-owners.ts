import { TOTP_SECONDS } from '@parvis/contract/second-factor.ts'
import { logIn } from '@parvis/contract/entry.ts'
import { makeLink } from '../features/entry/link.service.ts'
import { asPerson } from './people.ts'
import { totpCodeAt, turnOnFactor } from './second-factor.ts'
import type { TestServer } from './test-server.ts'

export const OWNER_PASSWORD = 'correct horse'

let addressCount = 0
/** Returns a header with a new IP address of the caller, for a server that trusts one proxy. */
export const newAddressHeader = (): { 'x-forwarded-for': string } => ({
  'x-forwarded-for': `198.18.0.${++addressCount & 255}`,
})

let ownerCount = 0
/** Adds a staff member whose account has a second factor. */
export const addFactorOwner = async (server: TestServer) => {
  const email = `factor-${++ownerCount}@test.example`
  const communityId = await server.communityId('les-tilleuls')
  const person = await asPerson(server, {
    email,
    password: OWNER_PASSWORD,
    role: 'employee',
    community: 'les-tilleuls',
  })
  const factor = await turnOnFactor(server, person.visitor)
  const logInWith = (
    code?: string,
    { visitor = server.visitor(), word = OWNER_PASSWORD, headers = newAddressHeader() } = {},
  ) =>
    visitor.call(logIn, { body: { email, password: word, communityId, ...(code !== undefined && { code }) } }, headers)
  const newToken = async () => {
    const { accountId, userId } = person
    return (await makeLink(server.platform, { purpose: 'reset', communityId, accountId, userId })).token
  }
  return { ...person, ...factor, email, logInWith, newToken }
}
export type FactorOwner = Awaited<ReturnType<typeof addFactorOwner>>

/** Returns a code that is wrong now, and in the time steps before and after. */
export const wrongCodeOf = (server: TestServer, owner: FactorOwner): string => {
  const validCodes = [-1, 0, 1].map(stepOffset =>
    totpCodeAt(owner.secret, new Date(server.platform.clock.now().getTime() + stepOffset * TOTP_SECONDS * 1000)),
  )
  return ['000000', '111111', '222222', '333333'].find(code => !validCodes.includes(code))!
}

/** Returns status, error key and field of a refused call. */
export const errorOf = ({ status, error }: { status: number; error: { key: string; field?: string } }) => [
  status,
  error.key,
  error.field,
]

/** Returns the audited acts of the account in the order of their time. */
export const actsOf = async ({ db }: TestServer, { accountId }: Pick<FactorOwner, 'accountId'>): Promise<string[]> =>
  (await db.selectFrom('audit_log').select('act').where('account_id', '=', accountId).orderBy('id').execute()).map(
    ({ act }) => act,
  )
