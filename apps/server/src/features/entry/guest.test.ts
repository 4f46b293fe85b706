import { logInAsGuest, signUpAsGuest } from '@parvis/contract/entry.ts'
import { getSession } from '@parvis/contract/session.ts'
import { closeCodes } from '@parvis/contract/realtime.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { hashPassword, newSecret } from '#server/kernel/secrets.ts'
import { reportFigures } from '#server/testing/figures.ts'
import { iterationsOf } from '#server/testing/long.ts'
import { expectEventually, openLiveServer } from '#server/testing/live-clients.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { unreachableProvider } from '#server/testing/weather-provider.ts'

const COMINGS = iterationsOf('COMINGS', 20, 1000)

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo', { settings: { weather: unreachableProvider } })
})
afterAll(() => server.close())

const signUp = async (uri: string, deviceId = newSecret(), registerkey?: string) =>
  server.visitor().call(signUpAsGuest, {
    body: { communityId: await server.communityId(uri), deviceId, ...(registerkey !== undefined && { registerkey }) },
  })
const logInGuest = async (uri: string, deviceId: string) =>
  server.visitor().call(logInAsGuest, { body: { communityId: await server.communityId(uri), deviceId } })
const errorOf = ({ status, error }: Awaited<ReturnType<typeof signUp>>) => ({ status, ...error })

it('a guest is created and can only read', async () => {
  const visitor = await server.asGuest()
  const { answer } = await visitor.call(getSession)
  expect(answer).toMatchObject({ role: 'guest', strategy: 'guest', needUpdate: false })
  expect(answer.abilities).toEqual({
    publish: false,
    post: false,
    publishActivity: false,
    publishTemplate: false,
    readChats: false,
    writeToNeighbors: false,
    createTemplate: false,
    chat: false,
    answer: false,
    beTold: false,
    flag: false,
    openProfiles: false,
    editProfile: false,
    leave: false,
    deleteAccount: false,
    printPoster: false,
    runCommunity: false,
    runInstallation: false,
    useSecondFactor: false,
    seeDeals: true,
    writeDeals: false,
    seeWeather: true,
  })
})

it('one guest is created per device, even by repeated and concurrent requests', async () => {
  const device = newSecret()
  const answers = await Promise.all([
    signUp('les-tilleuls', device),
    signUp('les-tilleuls', device),
    signUp('les-tilleuls', device),
  ])
  const again = await signUp('les-tilleuls', device)
  expect(new Set([...answers, again].map(({ answer }) => answer._id)).size).toBe(1)
  expect((await logInGuest('les-tilleuls', device)).answer._id).toBe(again.answer._id)
  const left = await server.db
    .selectFrom('accounts as a')
    .leftJoin('users as u', 'u.account_id', 'a.id')
    .select('a.id')
    .where('u.id', 'is', null)
    .execute()
  expect(left).toEqual([])
})

it('the database stores no reusable secret of the device', async () => {
  const device = newSecret()
  await signUp('les-tilleuls', device)
  const stored = await server.db.selectFrom('guests').select('device_hash').execute()
  expect(stored.map(row => row.device_hash)).not.toContain(device)
})

it('the log-in of a guest returns unknown for a device that is new or known only in another community', async () => {
  const device = newSecret()
  expect(errorOf(await logInGuest('les-tilleuls', device))).toEqual({ status: 404, key: 'unknown' })
  await signUp('les-tilleuls', device)
  expect(errorOf(await logInGuest('quartier-de-la-gare', device))).toEqual({ status: 404, key: 'unknown' })
})

it('a guest needs the registration key if the community has one', async () => {
  expect(errorOf(await signUp('quartier-de-la-gare'))).toEqual({ status: 400, key: 'missingkey', field: 'registerkey' })
  expect(errorOf(await signUp('quartier-de-la-gare', newSecret(), '  '))).toEqual({
    status: 400,
    key: 'missingkey',
    field: 'registerkey',
  })
  expect(errorOf(await signUp('quartier-de-la-gare', newSecret(), 'gare-demo-2025'))).toEqual({
    status: 401,
    key: 'badneighborhoodkey',
    field: 'registerkey',
  })
  expect((await signUp('quartier-de-la-gare', newSecret(), ' GARE-DEMO-2026 ')).answer.role).toBe('guest')
})

it('at most five wrong registration keys are verified', async () => {
  await server.db.deleteFrom('attempts').execute()
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async () => (await signUp('quartier-de-la-gare', newSecret(), 'wrong')).status),
  )
  expect(statuses.sort()).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
})

it.each(['gare demo 2026', 'GAREDEMO2026', ' gare\u2013demo\u20132026 ', 'Gare-Demo 2026'])(
  'the registration key is accepted written as "%s"',
  async key => {
    await server.db.deleteFrom('attempts').execute()
    expect((await signUp('quartier-de-la-gare', newSecret(), key)).answer.role).toBe('guest')
  },
)

it('a key stored before keys were normalized is accepted, and in every notation after its first use', async () => {
  await server.db.deleteFrom('attempts').execute()
  const stored = { register_key: null, register_key_hash: await hashPassword('OLD-KEY-1'), register_key_folded: false }
  await server.db.updateTable('communities').set(stored).where('custom_uri', '=', 'quartier-de-la-gare').execute()
  const statusOf = async (key: string) => (await signUp('quartier-de-la-gare', newSecret(), key)).status
  expect(await statusOf('oldkey1')).toBe(401)
  expect(await statusOf('old key 1')).toBe(200)
  expect(await statusOf('oldkey1')).toBe(200)
  expect(await statusOf('old-key-2')).toBe(401)
  const { register_key, register_key_hash } = await server.db
    .selectFrom('communities')
    .select(['register_key', 'register_key_hash'])
    .where('custom_uri', '=', 'quartier-de-la-gare')
    .executeTakeFirstOrThrow()
  expect(register_key_hash).toBeNull()
  expect(server.platform.secretBox.open(register_key!)).toBe('OLD KEY 1')
  await server.db
    .updateTable('communities')
    .set({ register_key: server.platform.secretBox.seal('GARE-DEMO-2026') })
    .where('custom_uri', '=', 'quartier-de-la-gare')
    .execute()
})

it('wrong keys of others do not block a guest: unknown IP addresses wait a moment, known ones do not', async () => {
  const { db } = server
  await db.deleteFrom('attempts').execute()
  const communityId = await server.communityId('quartier-de-la-gare')
  const failedAttempts = sql<Date[]>`array_fill(clock_timestamp() - interval '1 hour', array[60])`
  await db
    .insertInto('attempts')
    .values({ bucket: `key-community ${communityId}`, at: failedAttempts })
    .execute()
  // Members have logged in from this IP address before, so it counts as known.
  expect((await signUp('quartier-de-la-gare', newSecret(), 'GARE-DEMO-2026')).status).toBe(200)
  await db.updateTable('audit_log').set({ address: null }).execute()
  const before = newId()
  const { status, error } = await signUp('quartier-de-la-gare', newSecret(), 'GARE-DEMO-2026')
  expect([status, error.params]).toEqual([429, { seconds: 30 }])
  await db
    .updateTable('waits')
    .set({ due_at: sql<Date>`clock_timestamp()` })
    .execute()
  expect((await signUp('quartier-de-la-gare', newSecret(), 'wrong')).status).toBe(401)
  const noted = db.selectFrom('audit_log').select(['act', 'community_id']).where('id', '>', before).orderBy('id')
  expect(await noted.execute()).toEqual([
    { act: 'key.failed', community_id: communityId },
    { act: 'key.slowed', community_id: communityId },
  ])
  await signUp('quartier-de-la-gare', newSecret(), 'GARE-DEMO-2026')
  await db
    .updateTable('waits')
    .set({ due_at: sql<Date>`clock_timestamp()` })
    .execute()
  await db.updateTable('attempts').set({ at: failedAttempts }).execute()
  expect((await signUp('quartier-de-la-gare', newSecret(), 'GARE-DEMO-2026')).status).toBe(200)
})

it.each(['residence-du-lac', 'camping-des-pins'])('guests are refused in the community %s', async uri => {
  expect(errorOf(await signUp(uri, newSecret(), 'LAC-DEMO-2026'))).toEqual({ status: 403, key: 'unauthorized' })
  expect(errorOf(await logInGuest(uri, newSecret()))).toEqual({ status: 403, key: 'unauthorized' })
})

it('at most thirty guests are created from one IP address in half an hour', async () => {
  await server.db.deleteFrom('attempts').execute()
  for (let count = 0; count < 30; count++) expect((await signUp('les-tilleuls')).status).toBe(200)
  expect(errorOf(await signUp('les-tilleuls'))).toMatchObject({ status: 429, key: 'toomanyrequests' })
})

it('a guessable device secret is refused; a community without guests refuses before it checks the secret', async () => {
  for (const device of [
    'A'.repeat(43),
    'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ',
    '0123456789'.repeat(5).slice(0, 43),
  ]) {
    for (const ask of [signUp, logInGuest]) {
      expect(errorOf(await ask('les-tilleuls', device))).toEqual({ status: 400, key: 'badrequest' })
      expect(errorOf(await ask('residence-du-lac', device))).toEqual({ status: 403, key: 'unauthorized' })
    }
  }
})

it(
  `a guest has one session per device after ${COMINGS} log-ins, sequential and concurrent`,
  async () => {
    await server.db.deleteFrom('attempts').execute()
    const device = newSecret()
    const { answer } = await signUp('les-tilleuls', device)
    const sessions = () => server.db.selectFrom('sessions').select('id').where('user_id', '=', answer._id).execute()
    for (let count = 0; count < COMINGS; count += 20) {
      const comings = await Promise.all(Array.from({ length: 20 }, () => logInGuest('les-tilleuls', device)))
      expect(new Set(comings.map(({ answer: { _id } }) => _id))).toEqual(new Set([answer._id]))
    }
    expect(await sessions()).toHaveLength(1)
    const visitor = server.visitor()
    for (let count = 0; count < 3; count++)
      await visitor.call(logInAsGuest, { body: { communityId: answer.communityId, deviceId: device } })
    expect(await sessions()).toHaveLength(1)
    expect((await visitor.call(getSession)).answer._id).toBe(answer._id)
    if (process.env.COMINGS) reportFigures('guests who come again', null, { comings: COMINGS, sessions: 1 })
  },
  60_000 + COMINGS * 100,
)

it('screens of a session that a new guest session replaces are closed', async () => {
  const live = await openLiveServer()
  try {
    const body = { communityId: await live.server.communityId('les-tilleuls'), deviceId: newSecret() }
    const former = live.server.visitor()
    await former.call(signUpAsGuest, { body })
    const screen = await live.sockets.open(former)
    const later = live.server.visitor()
    await later.call(logInAsGuest, { body })
    await expectEventually(() => screen.closed?.code, closeCodes.revoked)
    expect(screen.received('session.revoked')).toEqual([{ reason: 'switch' }])
    expect([(await former.call(getSession)).status, (await later.call(getSession)).status]).toEqual([403, 200])
  } finally {
    await live.server.close()
  }
})

it('a malformed device secret is refused', async () => {
  for (const device of ['', 'short', 'x'.repeat(44), `${'x'.repeat(42)} `])
    expect(errorOf(await signUp('les-tilleuls', device))).toEqual({ status: 400, key: 'badrequest' })
})
