import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

export interface ApplePerson {
  sub: string
  email?: string
  email_verified?: boolean | string
  name?: { firstName: string; lastName: string }
}

export interface FakeApple {
  /** The value of `settings.apple` for a server that uses this fake. */
  settings: { clientId: string; bundleIds: readonly string[]; authorizeUrl: URL; keysUrl: URL }
  origin: string
  /** The user who signs in when the test presses *Continue* on the consent page. */
  person: ApplePerson
  areKeysUnavailable: boolean
  /** Signs a token like Apple’s; `claims` override the defaults, and undefined omits a claim. */
  sign(claims: JWTPayload): Promise<string>
  /** Signs a token with another key, but under Apple’s key id. */
  forge(claims: JWTPayload): Promise<string>
  close(): Promise<void>
}

const CLIENT_ID = 'example.parvis.web'
const KEY_ID = 'test-key'
export const BUNDLE_ID = 'example.parvis.app'

const escaped = (text: string) => text.replace(/[&"<]/g, letter => `&#${letter.charCodeAt(0)};`)

const renderForm = (action: string, button: string, fields: Record<string, string>) =>
  `<form method="post" action="${escaped(action)}">${Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
    .join('')}<button>${button}</button></form>`

const signWith = (key: CryptoKey, claims: JWTPayload) => {
  const now = Math.floor(Date.now() / 1000)
  const allClaims: JWTPayload = {
    iss: 'https://appleid.apple.com',
    aud: CLIENT_ID,
    iat: now,
    exp: now + 600,
    ...claims,
  }
  const payload = Object.fromEntries(Object.entries(allClaims).filter(([, value]) => value !== undefined))
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: KEY_ID }).sign(key)
}

const renderConsentPage = async ({ person, sign }: FakeApple, { searchParams }: URL): Promise<string> => {
  const queryParam = (name: string) => searchParams.get(name) ?? ''
  const { name, ...claims } = person
  const state = queryParam('state')
  return `<!doctype html><title>Apple</title>${renderForm(queryParam('redirect_uri'), 'Continue', {
    state,
    code: 'not-asked-for',
    id_token: await sign({ ...claims, nonce: queryParam('nonce'), aud: queryParam('client_id') }),
    ...(name && { user: JSON.stringify({ name, email: claims.email }) }),
  })}${renderForm(queryParam('redirect_uri'), 'Cancel', { state, error: 'user_cancelled_authorize' })}`
}

/**
 * Starts a fake of Apple on loopback with the consent page and the public keys of its tokens. Its origin differs from
 * the origin of the server.
 */
export const startFakeApple = async (): Promise<FakeApple> => {
  const [{ privateKey, publicKey }, { privateKey: foreignKey }] = await Promise.all([
    generateKeyPair('RS256'),
    generateKeyPair('RS256'),
  ])
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: KEY_ID, use: 'sig', alg: 'RS256' }] }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://apple.test')
    if (url.pathname === '/auth/keys') {
      response.writeHead(apple.areKeysUnavailable ? 500 : 200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify(keys))
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(await renderConsentPage(apple, url))
  })
  await new Promise<void>(done => {
    server.listen(0, '127.0.0.1', done)
  })
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const apple: FakeApple = {
    settings: {
      clientId: CLIENT_ID,
      bundleIds: [BUNDLE_ID],
      authorizeUrl: new URL('/auth/authorize', origin),
      keysUrl: new URL('/auth/keys', origin),
    },
    origin,
    person: { sub: 'nobody' },
    areKeysUnavailable: false,
    sign: claims => signWith(privateKey, claims),
    forge: claims => signWith(foreignKey, claims),
    async close() {
      server.closeAllConnections()
      await new Promise(done => {
        server.close(done)
      })
    },
  }
  return apple
}
