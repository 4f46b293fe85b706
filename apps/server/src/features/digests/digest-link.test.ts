import {
  type DigestFrequency,
  getDigest,
  readDigestLink,
  setDigest,
  setDigestByLink,
} from '@parvis/contract/digests.ts'
import { updateProfile } from '@parvis/contract/profile.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { createSmtpMailer } from '#server/kernel/mail/mail.ts'
import { asAbsentMember, nextMonday, sendDigestsTo, setClock, type DigestMember } from '#server/testing/digests.ts'
import { addEvent } from '#server/testing/events.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { MAX_WRONG_LINKS } from './digest-link.service.ts'
import { sendDigest } from './send-digest.service.ts'

const monday = nextMonday()
let server: TestServer
let home: string
let author: DigestMember
let reader: DigestMember
let token: string
beforeAll(async () => {
  server = await openTestServer('demo')
  home = await server.communityId('les-tilleuls')
  setClock(server, monday, '08:30')
  author = await asAbsentMember(server)
})
beforeEach(async () => {
  await server.db.deleteFrom('attempts').execute()
  reader = await asAbsentMember(server)
  const publishedAt = new Date(server.platform.clock.now().getTime() - 3_600_000)
  await addEvent(server, { userId: author.userId, title: 'Fête des voisins', publishedAt })
  const [mail] = await sendDigestsTo(server, reader, monday)
  token = /\/recapitulatif#([\w-]+)/.exec(mail!.text)![1]!
})
afterAll(() => server.close())

const rhythm = async () => (await reader.visitor.call(getDigest)).answer.rhythm
/** Posts as mail providers do: without an origin and without a cookie. */
const postForm = (payload: string, type = 'application/x-www-form-urlencoded', link = token, more = {}) =>
  server.app.inject({
    method: 'POST',
    url: `/digests/stop/${link}`,
    payload,
    headers: { host: 'parvis.test', 'content-type': type, ...more },
  })
const signedOut = () => server.visitor()

describe('one-click unsubscribe', () => {
  it('stops the digests at once, with either form encoding', async () => {
    expect(await rhythm()).toBe('weekly')
    expect((await postForm('List-Unsubscribe=One-Click')).statusCode).toBe(200)
    expect(await rhythm()).toBe('never')
    await reader.visitor.call(setDigest, { body: { rhythm: 'daily' } })
    const form = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    expect((await postForm(form, 'multipart/form-data; boundary=x')).statusCode).toBe(200)
    expect(await rhythm()).toBe('never')
    expect((await postForm('List-Unsubscribe=One-Click')).statusCode).toBe(200)
  })

  it('changes nothing on GET and refuses POST bodies other than the one-click form', async () => {
    const fetched = await server.app.inject({ method: 'GET', url: `/digests/stop/${token}` })
    expect([fetched.statusCode, fetched.headers.location]).toEqual([303, `/recapitulatif#${token}`])
    expect((await postForm('a=b')).statusCode).toBe(400)
    expect((await postForm('')).statusCode).toBe(400)
    const foreignOrigin = { origin: 'https://evil.example' }
    expect((await postForm('List-Unsubscribe=One-Click', undefined, token, foreignOrigin)).statusCode).toBe(403)
    expect((await postForm('List-Unsubscribe=One-Click', 'text/plain', 'none')).statusCode).toBe(401)
    expect((await postForm('x'.repeat(10_000))).statusCode).toBe(413)
    expect(await rhythm()).toBe('weekly')
  })
})

describe('the link in a digest', () => {
  it('shows the community and the frequency without a session, and can make digests less frequent but not more', async () => {
    const { answer } = await signedOut().call(readDigestLink, { body: { token } })
    expect(answer).toEqual({ rhythm: 'weekly', community: 'Les Tilleuls' })
    const set = (one: DigestFrequency, visitor = signedOut()) =>
      visitor.call(setDigestByLink, { body: { token, rhythm: one } })
    expect((await set('daily')).error.key).toBe('forbidden')
    expect(await rhythm()).toBe('weekly')
    await reader.visitor.call(setDigest, { body: { rhythm: 'daily' } })
    expect((await set('weekly')).answer.rhythm).toBe('weekly')
    expect((await set('never')).answer.rhythm).toBe('never')
    // Neither a recipient of the forwarded mail nor the signed-in member can turn digests on with the link.
    for (const visitor of [signedOut(), reader.visitor])
      for (const one of ['weekly', 'daily'] as const) expect((await set(one, visitor)).error.key).toBe('forbidden')
    expect((await reader.visitor.call(getDigest)).answer).toEqual({ rhythm: 'never', chosen: true, email: true })
  })

  it('still works after a password change and without sessions, and is deleted with its member', async () => {
    await server.db
      .updateTable('accounts')
      .set({ password_hash: 'another' })
      .where('id', '=', reader.accountId)
      .execute()
    await server.db.deleteFrom('sessions').where('user_id', '=', reader.userId).execute()
    expect((await signedOut().call(readDigestLink, { body: { token } })).status).toBe(200)
    await server.db.deleteFrom('users').where('id', '=', reader.userId).execute()
    expect((await signedOut().call(readDigestLink, { body: { token } })).error.key).toBe('tokenexpired')
    expect(await server.db.selectFrom('digests').selectAll().where('user_id', '=', reader.userId).execute()).toEqual([])
  })

  it('is no credential for other endpoints and is not stored in the database', async () => {
    const visitor = signedOut()
    visitor.cookies.set('parvis', token)
    expect((await visitor.call(getDigest)).error.key).toBe('nosession')
    expect((await visitor.call(updateProfile, { body: {} })).error.key).toBe('nosession')
    const rows = await server.db.selectFrom('digests').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('cannot be guessed: requests with wrong links are rate limited, those with the right link are not', async () => {
    const wrong = () => signedOut().call(readDigestLink, { body: { token: newId() } })
    for (let at = 0; at < MAX_WRONG_LINKS; at++) expect((await wrong()).error.key).toBe('tokenexpired')
    expect((await wrong()).error.key).toBe('toomanyrequests')
    await server.db.deleteFrom('attempts').execute()
    for (let at = 0; at < 2 * MAX_WRONG_LINKS; at++)
      expect((await signedOut().call(readDigestLink, { body: { token } })).status).toBe(200)
  })
})

it('digest mails contain the List-Unsubscribe headers', async () => {
  const mails = await startMailServer()
  const mailer = createSmtpMailer(mails.url, 'Parvis <bonjour@parvis.example>')
  const send = async (origin: string) => {
    await server.db.updateTable('digests').set({ told_until: null }).where('user_id', '=', reader.userId).execute()
    const platform = { ...server.platform, mailer, site: { origin } }
    await sendDigest(platform, { communityId: home, userId: reader.userId, day: monday }, newId())
    const { headers } = (await mails.waitFor(1)).at(-1)!
    return new Map(headers.map(({ key, value }) => [key, value]))
  }
  const secure = await send('https://parvis.example')
  expect(secure.get('list-unsubscribe')).toBe(`<https://parvis.example/digests/stop/${token}>`)
  expect(secure.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(secure.get('list-id')).toBe('"Les Tilleuls" <les-tilleuls.digests.parvis.example>')
  expect(secure.get('auto-submitted')).toBe('auto-generated')
  mailer.close()
  await mails.close()
})
