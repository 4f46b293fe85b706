import { DEVICE_HEADER, SHELL_CLIENT, shellOrigins, SOCKET_PROTOCOL } from '@parvis/contract/shells.ts'
import { logIn } from '@parvis/contract/entry.ts'
import { openSession } from '../features/session/session.service.ts'
import { addPerson, type NewPerson } from './people.ts'
import { DEMO_PASSWORD, type Reply, type TestServer, type Visitor } from './test-server.ts'

/** Simulates a native app: keeps the tokens that it receives and has no cookies. */
export interface Shell extends Visitor {
  origin: string
  token: string | null
  deviceToken: string | null
  headers(): Record<string, string>
  protocols(): string[]
}

export const isShellVisitor = (visitor: Visitor | null): visitor is Shell => visitor !== null && 'protocols' in visitor

/** Opens a simulated native app, which throws when the server sets a cookie. */
export const openShell = (server: Pick<TestServer, 'visitor'>, origin: string = shellOrigins[0]): Shell => {
  const visitor = server.visitor()
  const storeTokens = <T>(reply: Reply<T>): Reply<T> => {
    if (reply.headers['set-cookie'])
      throw new Error(`the server set a cookie for a shell: ${String(reply.headers['set-cookie'])}`)
    const isJson = String(reply.headers['content-type']).startsWith('application/json')
    if (reply.status !== 200 || !isJson || reply.headers['content-encoding']) return reply
    const { token, deviceToken } = (reply.answer ?? {}) as { token?: string; deviceToken?: string }
    if (token) shell.token = token
    if (deviceToken) shell.deviceToken = deviceToken
    return reply
  }
  const shell: Shell = {
    origin,
    token: null,
    deviceToken: null,
    cookies: visitor.cookies,
    headers: () => ({
      origin,
      'x-client': SHELL_CLIENT,
      'sec-fetch-site': 'cross-site',
      ...(shell.token && { authorization: `Bearer ${shell.token}` }),
      ...(shell.deviceToken && { [DEVICE_HEADER]: shell.deviceToken }),
    }),
    protocols: () => (shell.token ? [SOCKET_PROTOCOL, shell.token] : []),
    send: async request =>
      storeTokens(await visitor.send({ ...request, headers: { ...shell.headers(), ...request.headers } })),
    call: async (endpoint, input, headers) =>
      storeTokens(await visitor.call(endpoint, input, { ...shell.headers(), ...headers })),
  }
  return shell
}

export const shellAs = async (server: TestServer, account: string, communityUri = 'les-tilleuls'): Promise<Shell> => {
  const shell = openShell(server)
  const body = {
    email: `${account}@demo.example`,
    password: DEMO_PASSWORD,
    communityId: await server.communityId(communityUri),
  }
  if ((await shell.call(logIn, { body })).answer.token !== shell.token) throw new Error(`${account} got no token`)
  return shell
}

export const shellWithToken = (server: TestServer, token: string): Shell => Object.assign(openShell(server), { token })

export const asShellPerson = async (
  server: TestServer,
  person: NewPerson & { community: string },
): Promise<{ visitor: Shell; userId: string; accountId: string }> => {
  const ids = await addPerson(server, person)
  const communityId = await server.communityId(person.community)
  const { token } = await openSession(server.db, { ...ids, communityId, strategy: 'local', inShell: true }, null)
  return { visitor: shellWithToken(server, token), ...ids }
}
