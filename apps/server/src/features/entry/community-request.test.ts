import { requestCommunity } from '@parvis/contract/find.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { waitForMail } from '#server/testing/mails.ts'
import { addPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { purgeOldRequests } from './community-request.service.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterAll(() => server.close())

const garden = { name: 'Les Jardins', communitytype: 'Residence' as const, email: 'paul@test.example' }
const ask = (body: object) => server.visitor().call(requestCommunity, { body: body as never })

describe('requesting a community', () => {
  it('mails every webmaster in their language, with the input as plain text', async () => {
    await sql`update accounts set language = 'en' where email = 'webmaster@demo.example'`.execute(server.db)
    const { status } = await ask({
      ...garden,
      name: 'Les Jardins\r\nBcc: all@test.example <b>',
      town: 'Thônes',
      message: 'Bonjour !\n\n<script>alert(1)</script>',
    })
    expect(status).toBe(200)
    const mail = await waitForMail(server, 'webmaster@demo.example')
    expect(mail.subject).toBe('Somebody asks for a community: Les Jardins Bcc: all@test.example <b>')
    expect(mail.text).toContain('a residence in Thônes')
    expect(mail.text).toContain('mailto:paul@test.example')
    expect(mail.text).toContain('Bonjour !')
    expect(mail.html).toContain('&#60;script&#62;')
    expect(mail.html).not.toContain('<script>')
    expect(server.mailbox.mails.map(({ to }) => to)).toEqual(['webmaster@demo.example'])

    await sql`update accounts set language = 'fr' where email = 'webmaster@demo.example'`.execute(server.db)
    await ask({ ...garden, communitytype: 'Camping' })
    const { subject, text } = await waitForMail(server, 'webmaster@demo.example', 2)
    expect(subject).toBe('Une communauté est demandée\u00a0: Les Jardins')
    expect(text).toContain('un camping, ville non précisée')
  })

  it('mails no webmaster who has left, is disabled or suspended, or has never logged in', async () => {
    const states = {
      left: { gone_at: new Date() },
      erased: { gone_at: new Date(), erased_at: new Date() },
      out: { disabled_at: new Date() },
      suspended: { suspended_until: new Date(Date.now() + DAY_MS) },
      invited: { first_login: true },
      waits: { enabled_at: null },
    }
    for (const [name, state] of Object.entries(states)) {
      const email = `webmaster-${name}@test.example`
      const { userId } = await addPerson(server, { email, role: 'webmaster', community: 'les-tilleuls' })
      await server.db.updateTable('users').set(state).where('id', '=', userId).execute()
    }
    const before = server.mailbox.mails.length
    await ask(garden)
    await server.settled()
    const sent = server.mailbox.mails.slice(0, server.mailbox.mails.length - before)
    expect(sent.map(({ to }) => to)).toEqual(['webmaster@demo.example'])
  })

  it('returns validation errors in the order of the form', async () => {
    expect((await ask({ ...garden, name: ' ', email: '' })).error).toEqual({ key: 'namemandatory', field: 'name' })
    expect((await ask({ ...garden, email: null })).error).toEqual({ key: 'missingemail', field: 'email' })
    expect((await ask({ ...garden, email: 'paul@' })).error).toEqual({ key: 'invalidemail', field: 'email' })
    expect((await ask({ ...garden, communitytype: 'Castle' })).error.key).toBe('badrequest')
    expect((await ask({ ...garden, message: 'x'.repeat(2001) })).error.key).toBe('badrequest')
  })

  it('returns 429 after ten requests from one IP address in half an hour', async () => {
    const answers: number[] = []
    for (let n = 0; n < 12; n++) answers.push((await ask(garden)).status)
    expect(answers.filter(status => status === 200)).toHaveLength(7)
    expect(answers.at(-1)).toBe(429)
  })

  it('stores the request for 90 days only', async () => {
    const count = async () => (await server.db.selectFrom('community_requests').select('id').execute()).length
    expect(await count()).toBe(10)
    await purgeOldRequests(server.db, new Date(Date.now() + 89 * DAY_MS))
    expect(await count()).toBe(10)
    await purgeOldRequests(server.db, new Date(Date.now() + 91 * DAY_MS))
    expect(await count()).toBe(0)
  })
})
