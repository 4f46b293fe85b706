import { blockUser } from '@parvis/contract/blocks.ts'
import { answerEvent } from '@parvis/contract/feed.ts'
import { sendMessage } from '@parvis/contract/chat.ts'
import {
  deleteAccount,
  dropExport,
  getExport,
  makeExport,
  PROOF_MINUTES,
  proveOwner,
} from '@parvis/contract/leaving.ts'
import { alertOfAllPosts, setNotificationSwitches } from '@parvis/contract/notifications.ts'
import { updateProfile } from '@parvis/contract/profile.ts'
import { editPost, publishPost } from '@parvis/contract/publish.ts'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { asPerson, proveOwnership, userIdOf } from '#server/testing/people.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { turnOnFactor } from '#server/testing/second-factor.ts'
import { DEMO_PASSWORD, openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import {
  asExportOwner,
  readExportState,
  fetchExportFile,
  requestExport,
  waitForExport,
} from '#server/testing/exports.ts'

const HOME = 'les-tilleuls'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterEach(() => {
  server.clock.aheadMs = 0
})
afterAll(() => server.close())

const person = () => asExportOwner(server)
const fetchFile = (visitor: Visitor) => fetchExportFile(server, visitor)

const upload = async (visitor: Visitor, alt: string): Promise<string> => {
  const bytes = await plainPicture(64, 48).jpeg().toBuffer()
  const { payload, headers } = multipartOf([
    ['alt', alt],
    ['files', bytes],
  ])
  return ((await visitor.send({ method: 'POST', url: '/media', payload, headers })).answer as { uri: string }).uri
}

it('an export contains everything that its owner wrote, answered and uploaded, and of texts by others only titles of posts', async () => {
  const { visitor, userId, email } = await person()
  const other = await server.as('neighbor')
  await visitor.call(updateProfile, { body: { firstname: 'Camille', lastname: 'Roussel', job: 'Menuisière' } })
  const photoUri = await upload(visitor, 'Un banc sous le tilleul')
  await visitor.call(publishPost, { body: { title: 'Un banc', description: 'À partager', photoUri } })
  const { answer: theirs } = await other.call(publishPost, {
    body: { title: 'Apéro', description: 'Secret du voisin' },
  })
  await visitor.call(answerEvent, { params: { id: theirs._id } })
  const otherId = await userIdOf(other)
  await visitor.call(sendMessage, { body: { tmpId: newId(), to: otherId, text: 'Je viens' } })
  await other.call(sendMessage, { body: { tmpId: newId(), to: userId, text: 'Réponse du voisin' } })
  await visitor.call(sendMessage, { body: { tmpId: newId(), eventId: theirs._id, text: 'À tous' } })
  await visitor.call(alertOfAllPosts)
  await visitor.call(setNotificationSwitches, { body: { welcome: false } })

  const { answer: requested } = await requestExport(visitor)
  expect(requested).toMatchObject({ state: 'waiting', done: 0, total: null })
  await waitForExport(visitor)
  const { answer: exported } = await visitor.call(getExport)
  expect(exported!.done).toBe(exported!.total)
  const reply = await fetchFile(visitor)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'private, no-store',
    'content-length': String(exported!.bytes),
  })
  const files = unzipSync(reply.rawPayload)
  const read = (name: string) => {
    const path = Object.keys(files).find(one => one.endsWith(`/${name}.json`) || one === `${name}.json`)!
    return JSON.parse(strFromU8(files[path]!)) as Record<string, unknown>[]
  }
  expect(Object.keys(files)).toContain('READ ME.txt')
  expect(read('account')[0]).toMatchObject({ email, hasPassword: true })
  expect(read('profile')[0]).toMatchObject({ firstname: 'Camille', lastname: 'Roussel', job: 'Menuisière' })
  expect(read('posts')).toMatchObject([
    { kind: 'post', title: { fr: 'Un banc', en: null }, text: { fr: 'À partager' } },
  ])
  expect(read('answers')).toMatchObject([{ to: { title: { fr: 'Apéro' } } }])
  const messages = read('messages')
  expect(messages).toMatchObject([{ text: 'Je viens' }, { text: 'À tous', with: { groupOf: { fr: 'Apéro' } } }])
  expect(messages[0]!.with).toEqual(expect.stringMatching(/\w/))
  expect(read('alerts')).toMatchObject([
    { aboutAll: true },
    { notAbout: 'welcome' },
    { quietFrom: '22:00:00', quietUntil: '07:00:00' },
  ])
  const pictures = read('pictures') as { file: string; alt: { fr: string } }[]
  expect(pictures.map(({ alt }) => alt.fr)).toEqual(['Un banc sous le tilleul'])
  const picture = Object.entries(files).find(([name]) => name.endsWith(pictures[0]!.file))!
  expect(strFromU8(picture[1].slice(8, 12))).toBe('WEBP')
  // The progress counts every item and every picture once.
  const lists = Object.keys(files).filter(name => name.endsWith('.json') && !name.endsWith('/pictures.json'))
  const things = lists.reduce((sum, name) => sum + (JSON.parse(strFromU8(files[name]!)) as unknown[]).length, 1)
  expect(exported!.total).toBe(things)
  const all = Object.values(files)
    .map(bytes => strFromU8(bytes, true))
    .join('\n')
  for (const secret of ['Secret du voisin', 'RÃ©ponse du voisin', 'argon2', userId, otherId])
    expect(all).not.toContain(secret)
})

it('an export contains since when the second factor is on, but neither its secret nor the recovery codes', async () => {
  const email = 'archive-with-code@test.example'
  const { visitor } = await asPerson(server, { email, password: DEMO_PASSWORD, role: 'employee', community: HOME })
  const { secret, recoveryCodes, nextCode } = await turnOnFactor(server, visitor)
  await visitor.call(proveOwner, { body: { currentpassword: DEMO_PASSWORD, code: nextCode() } })
  await visitor.call(makeExport, { body: {} })
  await waitForExport(visitor)
  const all = Object.entries(unzipSync((await fetchFile(visitor)).rawPayload)).map(([name, bytes]) => [
    name,
    strFromU8(bytes, true),
  ])
  const account = JSON.parse(Object.fromEntries(all)['account.json']) as [{ secondFactorSince: string }]
  expect(Date.parse(account[0].secondFactorSince)).toBeGreaterThan(Date.now() - 60_000)
  const text = JSON.stringify(all)
  for (const one of [secret, secret.replaceAll(' ', ''), ...recoveryCodes]) expect(text).not.toContain(one)
})

it('an account has one export at a time, which only its owner can fetch, after a recent proof of ownership', async () => {
  const [one, other] = [await person(), await person()]
  expect((await one.visitor.call(makeExport, { body: {} })).error.key).toBe('proofneeded')
  const first = (await requestExport(one.visitor)).answer._id
  expect((await one.visitor.call(makeExport, { body: {} })).answer._id).toBe(first)
  await waitForExport(one.visitor)
  expect((await requestExport(one.visitor)).answer._id).toBe(first)
  expect((await fetchFile(one.visitor)).statusCode).toBe(200)
  expect((await fetchFile(other.visitor)).statusCode).toBe(404)
  expect((await fetchFile(server.visitor())).statusCode).toBe(401)
  expect((await other.visitor.call(getExport)).answer).toBeNull()
  // The proof of ownership has expired.
  server.clock.aheadMs = PROOF_MINUTES * 60_000
  const late = await fetchFile(one.visitor)
  expect(late.statusCode).toBe(403)
  expect(late.json()).toMatchObject({ error: { key: 'proofneeded' } })
  await proveOwnership(one.visitor)
  expect((await fetchFile(one.visitor)).statusCode).toBe(200)
})

it('an export contains no names and texts of users who have blocked its owner', async () => {
  const [one, other] = [await person(), await person()]
  const { answer: post } = await other.visitor.call(publishPost, {
    body: { title: 'Avant', description: 'x' },
  })
  await one.visitor.call(answerEvent, { params: { id: post._id } })
  await one.visitor.call(sendMessage, { body: { tmpId: newId(), eventId: post._id, text: 'Je viens' } })
  await one.visitor.call(sendMessage, { body: { tmpId: newId(), to: other.userId, text: 'À vous' } })
  await other.visitor.call(updateProfile, { body: { firstname: 'Secrète' } })
  await other.visitor.call(blockUser, { params: { id: one.userId } })
  await other.visitor.call(editPost, {
    params: { id: post._id },
    body: { title: 'Mot secret', description: 'x' },
  })
  await requestExport(one.visitor)
  await waitForExport(one.visitor)
  const files = Object.entries(unzipSync((await fetchFile(one.visitor)).rawPayload))
  const all = files.map(([, bytes]) => strFromU8(bytes)).join('\n')
  expect(all).toContain('Je viens')
  expect(all).toContain('À vous')
  for (const secret of ['Secrète', 'Mot secret', 'Avant']) expect(all).not.toContain(secret)
})

it('concurrent requests create one export and count once against the limit', async () => {
  const { visitor } = await person()
  await proveOwnership(visitor)
  const requested = await Promise.all(Array.from({ length: 4 }, () => visitor.call(makeExport, { body: {} })))
  expect(new Set(requested.map(({ answer }) => answer._id)).size).toBe(1)
  for (let time = 0; time < 2; time++) {
    await waitForExport(visitor)
    await visitor.call(dropExport)
    expect((await requestExport(visitor)).status).toBe(200)
  }
})

it('an export can be requested three times a day', async () => {
  const { visitor } = await person()
  for (let time = 0; time < 3; time++) {
    expect((await requestExport(visitor)).status).toBe(200)
    await waitForExport(visitor)
    expect((await visitor.call(dropExport)).status).toBe(200)
    expect(await readExportState(visitor)).toBeUndefined()
    expect((await fetchFile(visitor)).statusCode).toBe(404)
  }
  expect((await requestExport(visitor)).error.key).toBe('toomanyrequests')
})

it('an export cannot be fetched once the account is deleted', async () => {
  const { visitor } = await person()
  await requestExport(visitor)
  await waitForExport(visitor)
  await visitor.call(deleteAccount)
  expect((await fetchFile(visitor)).statusCode).toBe(401)
})
