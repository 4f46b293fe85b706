import { APPLE_CALLBACK, logInWithApple, signUpWithApple, startWithApple } from '@parvis/contract/entry-apple.ts'
import { randomUUID } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { expect } from 'vitest'
import { type ApplePerson, type FakeApple, startFakeApple } from './apple.ts'
import { visitorsWithOwnAddress } from './registrations.ts'
import { openTestServer, type TestServer, type Visitor } from './test-server.ts'

export type AppleClaims = JWTPayload & Partial<ApplePerson>

export interface AppleServers {
  apple: FakeApple
  server: TestServer
  /** The id of the community les-tilleuls. */
  home: string
}

export const openAppleServers = async (): Promise<AppleServers> => {
  const apple = await startFakeApple()
  const server = await openTestServer('demo', { trustedProxies: { hops: 1 }, settings: { apple: apple.settings } })
  return { apple, server, home: await server.communityId('les-tilleuls') }
}

export const newApplePerson = (overrides: Partial<ApplePerson> = {}): ApplePerson & { email: string } => {
  const sub = `001.${randomUUID()}`
  return { sub, email: `${sub.slice(4, 16)}@privaterelay.appleid.com`, email_verified: true, ...overrides } as never
}

/** The profile with which a new member completes a registration with Apple. */
export const appleProfile = (pseudo: string) => ({ pseudo, confirmage: true, confirmaddress: true })

/** Steps of a sign-in with Apple. `getServers` is called at each use, as the servers are opened later. */
export const appleCalls = (getServers: () => AppleServers) => {
  const newVisitor = visitorsWithOwnAddress(() => getServers().server)
  /** Starts a sign-in; `appleParam` returns a query parameter of the URL at Apple. */
  const goToApple = async (visitor: Visitor, communityId = getServers().home) => {
    const { answer } = await visitor.call(startWithApple, { body: { communityId } })
    const { searchParams } = new URL(answer.url)
    return { ...answer, appleParam: (name: string) => searchParams.get(name) ?? '' }
  }
  const sendCallbackForm = (visitor: Visitor, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    visitor.send({
      method: 'POST',
      url: APPLE_CALLBACK,
      payload: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: getServers().apple.origin,
        'sec-fetch-site': 'cross-site',
        ...headers,
      },
    })
  /** Signs in at Apple as this person; returns the server's response to the form that Apple posts back. */
  const signInAtApple = async (
    visitor: Visitor,
    { name, ...person }: ApplePerson,
    { communityId = getServers().home, claims = {} as AppleClaims } = {},
  ) => {
    const { appleParam } = await goToApple(visitor, communityId)
    const id_token = await getServers().apple.sign({ ...person, nonce: appleParam('nonce'), ...claims })
    return sendCallbackForm(visitor, {
      state: appleParam('state'),
      id_token,
      ...(name && { user: JSON.stringify({ name }) }),
    })
  }
  const logInAs = async (person: ApplePerson, communityId = getServers().home, visitor = newVisitor()) => {
    const back = await signInAtApple(visitor, person, { communityId })
    expect(back.headers.location).toMatch(/\/connexion\?apple=back$/)
    return { visitor, reply: await visitor.call(logInWithApple, { body: { communityId } }) }
  }
  const signUpAs = async (
    person: ApplePerson,
    { communityId = getServers().home, registerkey = undefined as string | undefined, visitor = newVisitor() } = {},
  ) => {
    await signInAtApple(visitor, person, { communityId })
    const body = { communityId, ...(registerkey && { registerkey }), lang: 'fr' as const }
    return { visitor, reply: await visitor.call(signUpWithApple, { body }) }
  }
  return { newVisitor, goToApple, sendCallbackForm, signInAtApple, logInAs, signUpAs }
}
