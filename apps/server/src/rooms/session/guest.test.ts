import { getSession, logInAsGuest, signUpAsGuest } from '@parvis/contract/session.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newSecret } from '#server/kernel/secrets.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
beforeAll(async () => { server = await openTestServer('demo') })
afterAll(() => server.close())

const signUp = async (uri: string, deviceId = newSecret(), registerkey?: string) =>
  server.visitor().call(signUpAsGuest, { body: { communityId: await server.communityId(uri), deviceId, ...(registerkey !== undefined && { registerkey }) } })
const comeBack = async (uri: string, deviceId: string) =>
  server.visitor().call(logInAsGuest, { body: { communityId: await server.communityId(uri), deviceId } })
const refusal = ({ status, error }: Awaited<ReturnType<typeof signUp>>) => ({ status, ...error })

it('makes a guest who can do nothing but read', async () => {
  const visitor = await server.asGuest()
  const { answer } = await visitor.call(getSession)
  expect(answer).toMatchObject({ role: 'guest', strategy: 'guest', needUpdate: false })
  expect(answer.abilities).toEqual({ publish: false, post: false, createTemplate: false, chat: false, answer: false, flag: false, openProfiles: false, seeDeals: true, seeWeather: true })
})

it('makes one guest of a device, however often and however many times at once it asks', async () => {
  const device = newSecret()
  const answers = await Promise.all([signUp('les-tilleuls', device), signUp('les-tilleuls', device), signUp('les-tilleuls', device)])
  const again = await signUp('les-tilleuls', device)
  expect(new Set([...answers, again].map(({ answer }) => answer._id)).size).toBe(1)
  expect((await comeBack('les-tilleuls', device)).answer._id).toBe(again.answer._id)
  const left = await server.db.selectFrom('accounts as a').leftJoin('users as u', 'u.account_id', 'a.id').select('a.id').where('u.id', 'is', null).execute()
  expect(left).toEqual([])
})

it('keeps of the device nothing that could be used again', async () => {
  const device = newSecret()
  await signUp('les-tilleuls', device)
  const stored = await server.db.selectFrom('guests').select('device_hash').execute()
  expect(stored.map(row => row.device_hash)).not.toContain(device)
})

it('does not know a device that never came, or came elsewhere', async () => {
  const device = newSecret()
  expect(refusal(await comeBack('les-tilleuls', device))).toEqual({ status: 404, key: 'unknown' })
  await signUp('les-tilleuls', device)
  expect(refusal(await comeBack('quartier-de-la-gare', device))).toEqual({ status: 404, key: 'unknown' })
})

it('asks for the key where the community has one', async () => {
  expect(refusal(await signUp('quartier-de-la-gare'))).toEqual({ status: 400, key: 'missingkey', field: 'registerkey' })
  expect(refusal(await signUp('quartier-de-la-gare', newSecret(), '  '))).toEqual({ status: 400, key: 'missingkey', field: 'registerkey' })
  expect(refusal(await signUp('quartier-de-la-gare', newSecret(), 'gare-demo-2025'))).toEqual({ status: 401, key: 'badneighborhoodkey', field: 'registerkey' })
  expect((await signUp('quartier-de-la-gare', newSecret(), ' GARE-DEMO-2026 ')).answer.role).toBe('guest')
})

it('lets nobody guess the key more than five times', async () => {
  await server.db.deleteFrom('attempts').execute()
  const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await signUp('quartier-de-la-gare', newSecret(), 'wrong')).status))
  expect(statuses.sort()).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
})

it.each(['residence-du-lac', 'camping-des-pins'])('turns guests away at %s', async uri => {
  expect(refusal(await signUp(uri, newSecret(), 'LAC-DEMO-2026'))).toEqual({ status: 403, key: 'unauthorized' })
  expect(refusal(await comeBack(uri, newSecret()))).toEqual({ status: 403, key: 'unauthorized' })
})

it('takes thirty new guests from one address in half an hour', async () => {
  await server.db.deleteFrom('attempts').execute()
  for (let count = 0; count < 30; count++) expect((await signUp('les-tilleuls')).status).toBe(200)
  expect(refusal(await signUp('les-tilleuls'))).toMatchObject({ status: 429, key: 'toomanyrequests' })
})

it('refuses a device secret that is none', async () => {
  for (const device of ['', 'short', 'x'.repeat(44), `${'x'.repeat(42)} `]) expect(refusal(await signUp('les-tilleuls', device))).toEqual({ status: 400, key: 'badrequest' })
})
