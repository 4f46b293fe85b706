import { updateProfile } from '@parvis/contract/profile.ts'
import { forgetPassword, logIn, logInByLink } from '@parvis/contract/entry.ts'
import { getSession } from '@parvis/contract/session.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newSecret } from '#server/kernel/secrets.ts'
import { waitForMail, linkTokenIn } from '#server/testing/mails.ts'
import { registerVisitor, visitorsWithOwnAddress } from '#server/testing/registrations.ts'
import { addPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let home: string
let gare: string
beforeAll(async () => {
  server = await openTestServer('demo', { trustedProxies: { hops: 1 } })
  home = await server.communityId('les-tilleuls')
  gare = await server.communityId('quartier-de-la-gare')
})
afterAll(() => server.close())

const newVisitor = visitorsWithOwnAddress(() => server)

const registerByMail = (email: string, communityId = home) => registerVisitor(server, newVisitor(), email, communityId)

describe('guessing links and codes', () => {
  const from = (address: string): Visitor => {
    const visitor = server.visitor()
    return { ...visitor, call: (endpoint, given) => visitor.call(endpoint, given, { 'x-forwarded-for': address }) }
  }

  it('has one limit for wrong links and wrong codes, and a used link does not count', async () => {
    const { token } = await registerByMail('devine@neuf.example')
    const spend = async (address: string, guess: string) =>
      (await from(address).call(logInByLink, { body: { token: guess } })).status
    for (let n = 0; n < 3; n++) expect(await spend('203.0.113.9', newSecret())).toBe(401)
    for (const code of ['ABCDEFGHJKLM', 'abcd efgh jklm']) expect(await spend('203.0.113.9', code)).toBe(401)
    expect(await spend('203.0.113.9', token)).toBe(429)
    expect(await spend('203.0.113.10', token)).toBe(200)
    for (let n = 0; n < 8; n++) expect(await spend('203.0.113.10', token)).toBe(401)
  })
})

describe('a forgotten password', () => {
  it('is reset by a mailed link, which allows nothing but setting a new password', async () => {
    const email = 'oubli@neuf.example'
    await addPerson(server, { email, password: 'le-premier-mot', community: 'les-tilleuls', pseudo: 'Oubli' })
    await server.db.updateTable('users').set({ firstname: 'O', lastname: 'B' }).where('pseudo', '=', 'Oubli').execute()
    const elsewhere = newVisitor()
    await elsewhere.call(logIn, { body: { email, password: 'le-premier-mot', communityId: home } })
    const visitor = newVisitor()
    const { answer } = await visitor.call(forgetPassword, { body: { communityId: home, email, lang: 'fr' } })
    expect(answer).toEqual({ popup: 'popup3' })
    const mail = await waitForMail(server, email)
    expect(mail.subject).toBe('Choisissez un nouveau mot de passe')
    const loggedIn = await visitor.call(logInByLink, { body: { token: linkTokenIn(mail), communityId: home } })
    expect(loggedIn.answer).toMatchObject({ needUpdate: true, needPassword: true, firstLogin: false })
    expect((await visitor.call(updateProfile, { body: {} })).error.key).toBe('newpasswordmandatory')
    const { answer: member } = await visitor.call(updateProfile, { body: { newpassword: 'le-second-mot' } })
    expect(member).toMatchObject({ needUpdate: false, needPassword: false })
    expect((await elsewhere.call(getSession)).error.key).toBe('unauthorized')
    const body = { email, password: 'le-premier-mot', communityId: home }
    expect((await newVisitor().call(logIn, { body })).error.key).toBe('baduserpassword')
    expect((await waitForMail(server, email, 2)).subject).toBe('Votre mot de passe a été changé')
  })

  it('cannot be reset without an account: returns unknownemail', async () => {
    const body = { communityId: home, email: 'personne@neuf.example' }
    expect((await newVisitor().call(forgetPassword, { body })).error).toMatchObject({ key: 'unknownemail' })
  })
})

describe('a mailed link', () => {
  const fresh = async (email: string) => (await registerByMail(email)).token
  const spend = (token: string, communityId?: string) =>
    newVisitor().call(logInByLink, { body: { token, ...(communityId && { communityId }) } })

  it('is not consumed by opening the page, works once, and only for its own community', async () => {
    const token = await fresh('une@neuf.example')
    await server.visitor().send({ method: 'GET', url: `/les-tilleuls/connexion?token=${token}` })
    expect((await spend(token, gare)).error.key).toBe('tokenexpired')
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => spend(token, home)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(replies.flatMap(reply => (reply.status === 200 ? [] : reply.error.key)))).toEqual(
      new Set(['tokenexpired']),
    )
  })

  it('is treated as unknown if a mail program has cut or extended it', async () => {
    const token = await fresh('coupe@neuf.example')
    for (const wrong of [token.slice(0, 7), token.slice(0, -1), `${token}>`, `${token}%20`])
      expect((await spend(wrong)).error.key).toBe('tokenexpired')
    expect((await spend(token)).status).toBe(200)
  })

  it('expires after a day', async () => {
    const token = await fresh('jour@neuf.example')
    server.clock.aheadMs = 24 * 60 * 60_000 + 1
    try {
      expect((await spend(token)).error.key).toBe('tokenexpired')
    } finally {
      server.clock.aheadMs = 0
    }
    expect((await spend(token)).status).toBe(200)
  })
})
