import { APPLE_CALLBACK, logInWithApple, signUpWithApple, startWithApple } from '@parvis/contract/apple.ts'
import { randomUUID } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { expect } from 'vitest'
import { type ApplePerson, type FakeApple, startApple } from './apple.ts'
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
  const apple = await startApple()
  const server = await openTestServer('demo', { trustedProxies: { hops: 1 }, settings: { apple: apple.settings } })
  return { apple, server, home: await server.communityId('les-tilleuls') }
}

export const newApplePerson = (more: Partial<ApplePerson> = {}): ApplePerson & { email: string } => {
  const sub = `001.${randomUUID()}`
  return { sub, email: `${sub.slice(4, 16)}@privaterelay.appleid.com`, email_verified: true, ...more } as never
}

/** The profile with which a new member completes a registration with Apple. */
export const appleProfile = (pseudo: string) => ({ pseudo, confirmage: true, confirmaddress: true })

/** Steps of a sign-in with Apple. `find` is called at each use, as the servers are opened later. */
export const appleCalls = (find: () => AppleServers) => {
  const newVisitor = visitorsWithOwnAddress(() => find().server)
  /** Starts a sign-in; `asked` returns a parameter of the URL at Apple. */
  const goToApple = async (visitor: Visitor, communityId = find().home) => {
    const { answer } = await visitor.call(startWithApple, { body: { communityId } })
    const { searchParams } = new URL(answer.url)
    return { ...answer, asked: (name: string) => searchParams.get(name) ?? '' }
  }
  const sendForm = (visitor: Visitor, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    visitor.send({
      method: 'POST',
      url: APPLE_CALLBACK,
      payload: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: find().apple.origin,
        'sec-fetch-site': 'cross-site',
        ...headers,
      },
    })
  /** Signs in at Apple as this person; returns the reply of the callback. */
  const goAndReturn = async (
    visitor: Visitor,
    { name, ...person }: ApplePerson,
    { communityId = find().home, claims = {} as AppleClaims } = {},
  ) => {
    const { asked } = await goToApple(visitor, communityId)
    const id_token = await find().apple.sign({ ...person, nonce: asked('nonce'), ...claims })
    return sendForm(visitor, { state: asked('state'), id_token, ...(name && { user: JSON.stringify({ name }) }) })
  }
  const logInAs = async (person: ApplePerson, communityId = find().home, visitor = newVisitor()) => {
    const back = await goAndReturn(visitor, person, { communityId })
    expect(back.headers.location).toMatch(/\/connexion\?apple=back$/)
    return { visitor, reply: await visitor.call(logInWithApple, { body: { communityId } }) }
  }
  const signUpAs = async (
    person: ApplePerson,
    { communityId = find().home, registerkey = undefined as string | undefined, visitor = newVisitor() } = {},
  ) => {
    await goAndReturn(visitor, person, { communityId })
    const body = { communityId, ...(registerkey && { registerkey }), lang: 'fr' as const }
    return { visitor, reply: await visitor.call(signUpWithApple, { body }) }
  }
  return { newVisitor, goToApple, sendForm, goAndReturn, logInAs, signUpAs }
}
