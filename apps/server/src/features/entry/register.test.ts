import { listEvents } from '@parvis/contract/feed.ts'
import { updateProfile } from '@parvis/contract/profile.ts'
import { forgetPassword, logIn, logInByLink, register } from '@parvis/contract/entry.ts'
import { getSession, switchCommunity } from '@parvis/contract/session.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { newId } from '#server/kernel/ids.ts'
import { waitForMail, linkTokenIn } from '#server/testing/mails.ts'
import { registerVisitor, visitorsWithOwnAddress } from '#server/testing/registrations.ts'
import { addPerson, asPerson } from '#server/testing/people.ts'
import { DEMO_PASSWORD, openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { makeLink } from './link.service.ts'

let server: TestServer
let home: string
let gare: string
let lac: string
let pins: string
beforeAll(async () => {
  server = await openTestServer('demo', { trustedProxies: { hops: 1 } })
  home = await server.communityId('les-tilleuls')
  gare = await server.communityId('quartier-de-la-gare')
  lac = await server.communityId('residence-du-lac')
  pins = await server.communityId('camping-des-pins')
})
afterAll(() => server.close())

const newVisitor = visitorsWithOwnAddress(() => server)

const profile = (pseudo: string) => ({
  pseudo,
  firstname: 'Camille',
  lastname: 'Roussel',
  gender: 'F' as const,
  confirmage: true,
  confirmaddress: true,
  newpassword: 'velo-tilleul-lac',
})

const registerByMail = (email: string, communityId = home) => registerVisitor(server, newVisitor(), email, communityId)

describe('registering by e-mail', () => {
  it('mails a link that opens the profile form; saving it opens the feed with a welcome post', async () => {
    const { visitor, token } = await registerByMail('camille.roussel@neuf.example')
    const { answer: loggedIn } = await visitor.call(logInByLink, { body: { token, communityId: home } })
    expect(loggedIn).toMatchObject({
      needUpdate: true,
      firstLogin: true,
      pseudo: '',
      role: 'neighbor',
      strategy: 'jwt',
    })
    expect((await visitor.call(listEvents, { query: { filter: 'all' } })).error.key).toBe('forbidden')
    const { answer: member } = await visitor.call(updateProfile, { body: profile('Camille.R') })
    expect(member).toMatchObject({ needUpdate: false, firstLogin: false, pseudo: 'Camille.R', firstname: 'Camille' })
    const { answer: feed } = await visitor.call(listEvents, { query: { filter: 'welcome' } })
    expect(feed.docs[0]).toMatchObject({
      groupId: 'welcome',
      user: { pseudo: 'Camille.R', initial: 'R' },
      eventId: { title: 'Bienvenue, Camille !', lang: { en: { title: 'Welcome, Camille!' } } },
    })
    const again = newVisitor()
    const body = { email: 'camille.roussel@neuf.example', password: 'velo-tilleul-lac', communityId: home }
    expect((await again.call(logIn, { body })).answer.pseudo).toBe('Camille.R')
  })

  it('sends the mail in the requested language, as HTML and as text', async () => {
    const visitor = newVisitor()
    await visitor.call(register, { body: { communityId: home, email: 'lang@neuf.example', lang: 'en' } })
    const mail = await waitForMail(server, 'lang@neuf.example')
    expect(mail.subject).toBe('Your link to Les Tilleuls')
    const link = `http://parvis.test/les-tilleuls/connexion#token=${linkTokenIn(mail)}`
    expect(mail.html).toContain(`href="${link}"`)
    expect(mail.html).toContain('<html lang="en">')
    expect(mail.text).toContain(link)
  })

  it('strips invisible characters from a copied e-mail', async () => {
    const email = '\u202acopied\u200b@neuf.example\u202c'
    expect((await newVisitor().call(register, { body: { communityId: home, email } })).status).toBe(200)
    expect((await waitForMail(server, 'copied@neuf.example')).text).toContain('#token=')
  })

  it('returns the first error only', async () => {
    const visitor = newVisitor()
    const errorOf = async (body: { email?: string; communityId?: string; registerkey?: string }) => {
      const { error } = await visitor.call(register, { body: { communityId: home, ...body } })
      return [error.key, error.field]
    }
    expect(await errorOf({})).toEqual(['missingemail', 'email'])
    expect(await errorOf({ email: '  ' })).toEqual(['missingemail', 'email'])
    for (const email of ['camille', 'a@b', 'a b@c.example', 'a@b..example', `${'a'.repeat(250)}@b.example`])
      expect(await errorOf({ email: email.slice(0, 254) })).toEqual(['invalidemail', 'email'])
    expect(await errorOf({ email: 'a@neuf.example', communityId: gare })).toEqual(['missingkey', 'registerkey'])
    expect(await errorOf({ email: 'a@neuf.example', communityId: gare, registerkey: 'GARE-DEMO-2025' })).toEqual([
      'badneighborhoodkey',
      'registerkey',
    ])
    expect(await errorOf({ email: 'a@neuf.example', communityId: pins })).toEqual(['unauthorized', undefined])
  })

  it('checks the registration key before it reveals anything about the e-mail', async () => {
    const { call } = newVisitor()
    const body = { communityId: gare, email: 'neighbor@demo.example', registerkey: 'GARE-DEMO-2025' }
    expect((await call(register, { body })).error.key).toBe('badneighborhoodkey')
  })

  it('is open in a private neighbourhood with its key, and in no other private community', async () => {
    const { call } = newVisitor()
    await server.db.updateTable('communities').set({ community_type: 'Neighborhood' }).where('id', '=', lac).execute()
    try {
      const body = { communityId: lac, email: 'lac@neuf.example', registerkey: 'lac demo 2026' }
      expect((await call(register, { body })).answer).toEqual({ popup: 'popup2' })
    } finally {
      await server.db.updateTable('communities').set({ community_type: 'Residence' }).where('id', '=', lac).execute()
    }
    const body = { communityId: lac, email: 'lac2@neuf.example', registerkey: 'LAC-DEMO-2026' }
    expect((await call(register, { body })).error.key).toBe('unauthorized')
  })

  it('returns an error for a member of this or another community', async () => {
    const { call } = newVisitor()
    const body = { communityId: home, email: 'Neighbor@Demo.example' }
    expect((await call(register, { body })).error).toMatchObject({ key: 'alreadyregistereduser', field: 'email' })
    await addPerson(server, { email: 'gare@neuf.example', community: 'quartier-de-la-gare' })
    const other = { communityId: home, email: 'gare@neuf.example' }
    expect((await call(register, { body: other })).error.key).toBe('alreadyregistereduserothercommunity')
  })

  it('does not count an error for a known e-mail as a mail, so that a new password may be requested at once', async () => {
    await addPerson(server, { email: 'oublieux@neuf.example', community: 'les-tilleuls' })
    const { call } = newVisitor()
    const body = { communityId: home, email: 'oublieux@neuf.example' }
    for (let time = 0; time < 4; time++)
      expect((await call(register, { body })).error.key).toBe('alreadyregistereduser')
    expect((await call(forgetPassword, { body })).answer).toEqual({ popup: 'popup3' })
    for (let time = 0; time < 2; time++) await call(forgetPassword, { body })
    expect((await call(forgetPassword, { body })).error.key).toBe('toomanyrequests')
  })

  it('adds a membership to the logged-in account; the member is counted only once the profile is saved', async () => {
    const { visitor, accountId } = await asPerson(server, {
      email: 'deux@neuf.example',
      password: DEMO_PASSWORD,
      community: 'quartier-de-la-gare',
    })
    const count = () => server.visitor().send({ method: 'GET', url: '/communities/les-tilleuls' })
    const before = ((await count()).answer as { membersCount: number }).membersCount
    const body = { communityId: home, email: 'deux@neuf.example' }
    expect((await visitor.call(register, { body })).answer).toEqual({ popup: 'popup1' })
    expect(((await count()).answer as { membersCount: number }).membersCount).toBe(before)
    const { answer } = await visitor.call(getSession)
    expect(answer.memberships.map(({ communityId }) => communityId).sort()).toEqual([gare, home].sort())
    const { answer: there } = await visitor.call(switchCommunity, { body: { communityId: home } })
    expect(there).toMatchObject({ communityId: home, needUpdate: true, firstLogin: true })
    await visitor.call(updateProfile, { body: { ...profile('Deux.D'), newpassword: undefined } })
    expect(((await count()).answer as { membersCount: number }).membersCount).toBe(before + 1)
    expect(accountId).toBeTruthy()
  })

  it('does not list a membership whose stay ended long ago; a refused switch to it does not end the current session', async () => {
    const { visitor, accountId } = await asPerson(server, { email: 'fini@neuf.example', community: 'les-tilleuls' })
    const userId = newId()
    const stay = (day: string) =>
      server.db.updateTable('users').set({ member_until: day }).where('id', '=', userId).execute()
    await server.db
      .insertInto('users')
      .values({
        community_id: pins,
        id: userId,
        account_id: accountId,
        role: 'neighbor',
        pseudo: 'Fini.F',
        enabled_at: new Date(),
        need_update: false,
        member_until: '2020-01-01',
      })
      .execute()
    const { answer } = await visitor.call(getSession)
    expect(answer.memberships.map(({ communityId }) => communityId)).toEqual([home])
    expect((await visitor.call(switchCommunity, { body: { communityId: pins } })).error.key).toBe('error404')
    expect((await visitor.call(getSession)).status).toBe(200)
    const link = await makeLink(server.platform, { purpose: 'reset', accountId, communityId: pins, userId })
    const spend = () => newVisitor().call(logInByLink, { body: { token: link.token } })
    expect((await spend()).error.key).toBe('unauthorized')
    // The link works during a stay and for a month after it.
    await stay(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10))
    expect((await spend()).status).toBe(200)
    expect((await visitor.call(switchCommunity, { body: { communityId: pins } })).answer.communityId).toBe(pins)
  })

  it('adds a membership if both communities belong to one organisation', async () => {
    await server.db.updateTable('communities').set({ community_type: 'Neighborhood' }).where('id', '=', lac).execute()
    try {
      await addPerson(server, { email: 'chaine@neuf.example', community: 'camping-des-pins' })
      const body = { communityId: lac, email: 'chaine@neuf.example', registerkey: 'LAC-DEMO-2026' }
      expect((await newVisitor().call(register, { body })).answer).toEqual({ popup: 'popup1' })
    } finally {
      await server.db.updateTable('communities').set({ community_type: 'Residence' }).where('id', '=', lac).execute()
    }
  })

  it('mails another link while the account is unconfirmed', async () => {
    const { token } = await registerByMail('tard@neuf.example')
    const visitor = newVisitor()
    const body = { communityId: home, email: 'tard@neuf.example' }
    expect((await visitor.call(register, { body })).answer).toEqual({ popup: 'popup2' })
    const second = linkTokenIn(await waitForMail(server, 'tard@neuf.example', 2))
    expect(second).not.toBe(token)
    expect((await visitor.call(logInByLink, { body: { token: second } })).status).toBe(200)
    // Using one link voids the other links.
    expect((await visitor.call(logInByLink, { body: { token } })).error.key).toBe('tokenexpired')
  })

  it('mails thirty concurrent registrations without waiting for the next poll of the queue', async () => {
    const emails = Array.from({ length: 30 }, (_, n) => `foule-${n}@neuf.example`)
    const began = Date.now()
    await Promise.all(emails.map(email => newVisitor().call(register, { body: { communityId: home, email } })))
    await Promise.all(emails.map(email => waitForMail(server, email)))
    // Less than two polling intervals of the job workers.
    expect(Date.now() - began).toBeLessThan(9_000)
  })

  it('creates one account for two concurrent registrations', async () => {
    const email = 'fois@neuf.example'
    const replies = await Promise.all(
      [1, 2].map(() => newVisitor().call(register, { body: { communityId: home, email } })),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    await waitForMail(server, email, 2)
    const accounts = await server.db.selectFrom('accounts').select('id').where('email', '=', email).execute()
    expect(accounts).toHaveLength(1)
  })

  it('sends at most three mails an hour to one e-mail, whoever requests them', async () => {
    const email = 'trop@neuf.example'
    const ask = () => newVisitor().call(register, { body: { communityId: home, email } })
    for (let n = 0; n < 3; n++) expect((await ask()).status).toBe(200)
    expect((await ask()).error.key).toBe('toomanyrequests')
  })
})

describe('guessing a registration key', () => {
  const from = (address: string): Visitor => {
    const visitor = server.visitor()
    return { ...visitor, call: (endpoint, given) => visitor.call(endpoint, given, { 'x-forwarded-for': address }) }
  }
  /** Makes all counted attempts older by these minutes. */
  const wait = (minutes: number) =>
    sql`update attempts set at = array(select hit - make_interval(mins => ${minutes}) from unnest(at) hit)`.execute(
      server.db,
    )

  it('is blocked for half an hour after five wrong keys, even with the correct key', async () => {
    let people = 0
    const tryRegister = async (address: string, registerkey: string) => {
      const body = { communityId: gare, email: `cle-${++people}@neuf.example`, registerkey }
      const { status } = await from(address).call(register, { body })
      return status
    }
    const wrong = ['GARE-DEMO-2025', 'gare', 'GARE DEMO 2O26', '2026', 'x']
    const statuses = []
    for (const key of wrong) statuses.push(await tryRegister('203.0.113.7', key))
    expect(statuses).toEqual([401, 401, 401, 401, 401])
    expect(await tryRegister('203.0.113.7', 'GARE-DEMO-2026')).toBe(429)
    expect(await tryRegister('203.0.113.8', 'gare demo 2026')).toBe(200)
    await wait(29)
    expect(await tryRegister('203.0.113.7', 'GARE-DEMO-2026')).toBe(429)
    await wait(2)
    expect(await tryRegister('203.0.113.7', 'GARE-DEMO-2026')).toBe(200)
  })
})

describe('registering with the existence of accounts hidden', () => {
  it('returns the same for known and new e-mails, and mails the owner', async () => {
    const { settings } = server.platform
    settings.hideAccountExistence = true
    try {
      const { call } = newVisitor()
      const ask = async (email: string) => (await call(register, { body: { communityId: home, email } })).answer.popup
      await addPerson(server, { email: 'connu@neuf.example', community: 'les-tilleuls' })
      await addPerson(server, { email: 'loin@neuf.example', community: 'quartier-de-la-gare' })
      expect(await ask('connu@neuf.example')).toBe('popup2')
      expect(await ask('loin@neuf.example')).toBe('popup2')
      expect(await ask('inconnu@neuf.example')).toBe('popup2')
      expect((await waitForMail(server, 'connu@neuf.example')).subject).toContain('déjà inscrit')
      expect((await waitForMail(server, 'loin@neuf.example')).text).toContain('/quartier-de-la-gare/connexion')
      const forget = (email: string) => call(forgetPassword, { body: { communityId: home, email } })
      expect((await forget('connu@neuf.example')).answer.popup).toBe('popup3')
      expect((await forget('jamais@neuf.example')).answer.popup).toBe('popup3')
    } finally {
      settings.hideAccountExistence = false
    }
  })
})
