// Every call that changes something writes an audit entry or is listed with the reason why it writes none; no entry
// contains text that a user entered.
import { allAuditActs, type AuditAct } from '@parvis/contract/audit.ts'
import { finishSetup } from '@parvis/contract/setup.ts'
import { sql } from 'kysely'
import { isIP } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from './kernel/ids.ts'
import { DAY_MS } from './kernel/limits/rate-limit.ts'
import { eraseDepartedMember, enqueueDueErasures } from './features/leaving/erase.service.ts'
import { type FakeApple, startFakeApple } from './testing/apple.ts'
import { auditActsOf } from './testing/audit-acts.ts'
import { auditCalls } from './testing/audit-calls.ts'
import { emptySetup } from './testing/audit-calls/world.ts'
import { newCanary, findTablesWith } from './testing/canaries.ts'
import { addPerson } from './testing/people.ts'
import {
  type Calls,
  createRightsWorld,
  createVisitorFactory,
  readFeatureRights,
  readTable,
  type RightsRow,
} from './testing/rights.ts'
import { openTestServer, type Reply, type TestServer, type Visitor } from './testing/test-server.ts'

const canaryText = newCanary()
let apple: FakeApple
let server: TestServer
let calls: Calls
let ownCalls: Awaited<ReturnType<typeof auditCalls>>
let rows: RightsRow[]
let visitorOf: (column: string) => Promise<Visitor>

beforeAll(async () => {
  apple = await startFakeApple()
  server = await openTestServer('demo', { trustedProxies: { hops: 1 }, settings: { apple: apple.settings } })
  visitorOf = await createVisitorFactory(server)
  const world = await createRightsWorld(server)
  const features = await readFeatureRights()
  rows = features.flatMap(({ table }) => readTable(table))
  calls = {}
  for (const feature of features) Object.assign(calls, await feature.calls(world))
  ownCalls = await auditCalls(server, apple, canaryText)
}, 60_000)
afterAll(async () => {
  await server.close()
  await apple.close()
})

const auditedSince = async (before: string) =>
  server.db.selectFrom('audit_log').selectAll().where('id', '>', before).orderBy('id').execute()

/** Roles in the order in which they are tried; the first role that the table of rights allows makes the call. */
const callers = ['administrator', 'webmaster', 'neighbor', 'nobody'] as const

const callByRights = async (route: string) => {
  for (const caller of callers) {
    const row = rows.find(one => one.route === route && one.cells.get(caller) === '.')
    const call = row && calls[row.name]
    if (call) return (await visitorOf(caller)).send(typeof call === 'function' ? await call() : call)
  }
  throw new Error(`the table of rights lets nobody call ${route}: it needs a call of its own`)
}

/** Calls the route once for each act; returns a line for each act that was not recorded in the audit log. */
const findMissingActs = async (route: string, acts: readonly AuditAct[]): Promise<string[]> => {
  const missing: string[] = []
  for (const act of acts) {
    // Clears the rate limits, so that earlier calls cannot delay or block the next call.
    await sql`delete from attempts where bucket ~ '-address|^key-community'`.execute(server.db)
    await server.db.deleteFrom('waits').execute()
    const before = newId()
    const reply = (await (ownCalls[`${route} ${act}`]?.() ?? callByRights(route))) as Reply<unknown>
    const audited = await auditedSince(before)
    const lines = audited.filter(line => line.act === act)
    if (lines.length === 0)
      missing.push(
        `${route} ${act}: ${audited.map(line => line.act).join(' ') || 'nothing'}, answered ${reply.status}${reply.status < 400 ? '' : ` ${reply.error.key} ${reply.error.field}`}`,
      )
  }
  return missing
}

const changingRoutes = () =>
  server.app.servedRoutes
    .filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
    .map(({ method, path }) => `${method} ${path}`)
/** Calls that change nothing and are audited nevertheless. */
const auditedReads = ['GET /admin/audit', 'GET /admin/moderation/:id', 'GET /api/user/export/file']

it('the list of audited calls contains every route that changes something', () => {
  expect(Object.keys(auditActsOf).toSorted()).toEqual([...new Set(changingRoutes()), ...auditedReads].toSorted())
  expect(Object.values(auditActsOf).filter(audited => audited.length === 0)).toEqual([])
})

const auditedRoutes = Object.entries(auditActsOf).flatMap(([route, acts]) =>
  // `installation.set-up` needs an installation without a community and has its own test below.
  typeof acts === 'string' ? [] : [[route, acts.filter(act => act !== 'installation.set-up')] as const],
)

it.for(auditedRoutes)('%s writes its audit entries', { timeout: 60_000, retry: 0 }, async ([route, acts]) => {
  expect(await findMissingActs(route, acts)).toEqual([])
})

it('findMissingActs reports a call that writes no audit entry', async () => {
  expect(await findMissingActs('POST /events/publish', ['post.removed'])).toEqual([
    'POST /events/publish post.removed: nothing, answered 200',
  ])
})

it('the server audits the setup of the first community, the end of a stay and the erasure of a member', async () => {
  const empty = await openTestServer('empty')
  try {
    const body = { ...emptySetup, email: 'ada@record.example', firstname: 'Ada', lastname: canaryText }
    const secret = empty.platform.secretBox.derive('setup')
    expect((await empty.visitor().call(finishSetup, { body: { ...body, secret } })).status).toBe(200)
    expect(await empty.db.selectFrom('audit_log').select('act').execute()).toEqual([{ act: 'installation.set-up' }])
  } finally {
    await empty.close()
  }
  const before = newId()
  const communityId = await server.communityId('les-tilleuls')
  const ended = await addPerson(server, { email: 'over@record.example', community: 'les-tilleuls' })
  await server.db.updateTable('users').set({ member_until: '2020-01-01' }).where('id', '=', ended.userId).execute()
  await enqueueDueErasures(server.platform)
  const departed = await addPerson(server, { email: 'left@record.example', community: 'les-tilleuls' })
  const gone_at = new Date(Date.now() - 30 * DAY_MS)
  await server.db.updateTable('users').set({ gone_at }).where('id', '=', departed.userId).execute()
  await eraseDepartedMember(server.platform, { communityId, ...departed })
  const acts = (await auditedSince(before)).map(({ act }) => act)
  expect(acts).toEqual(expect.arrayContaining(['stay.ended', 'member.erased']))
})

it('every audit act is listed for a call, except the two acts that jobs record', () => {
  const audited = new Set<string>(Object.values(auditActsOf).flat())
  expect(allAuditActs.filter(act => !audited.has(act))).toEqual(['stay.ended', 'member.erased'])
  expect([...audited].filter(act => act.includes('.') && !act.includes(' ')).toSorted()).toEqual(
    allAuditActs.filter(act => act.includes('.') && audited.has(act)).toSorted(),
  )
})

it('audit entries contain acts, ids, times and addresses, and no text that a user entered', async () => {
  const lines = await server.db.selectFrom('audit_log').selectAll().execute()
  expect(lines.length).toBeGreaterThan(auditedRoutes.length)
  expect(lines.filter(({ act }) => !(allAuditActs as readonly string[]).includes(act))).toEqual([])
  expect(lines.filter(({ address }) => address !== null && isIP(address.replace('/64', '')) === 0)).toEqual([])
  // The search finds the text in `accounts`, which proves that it would find the text in `audit_log` too.
  const found = await findTablesWith(server.db, canaryText)
  expect(found).toContain('accounts')
  expect(found).not.toContain('audit_log')
})
