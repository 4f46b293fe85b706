// The tests fill an account with unique canary words, erase it, and search all columns, stored files and log lines.
import { readdirSync, rmSync } from 'node:fs'
import { isVisibleMessage, listChatUsers, listMessages } from '@parvis/contract/chat.ts'
import { getEvent } from '@parvis/contract/feed.ts'
import { deleteAccount, leaveCommunity } from '@parvis/contract/leaving.ts'
import { register } from '@parvis/contract/entry.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { purgeIdleGuests } from '../membership/account.service.ts'
import { features } from '#server/features.ts'
import { newCanary, findCanaries, findTablesWith } from '#server/testing/canaries.ts'
import { asPerson, userIdOf } from '#server/testing/people.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { eraseDepartedMember, enqueueDueErasures } from './erase.service.ts'
import { createFilledMember, expectOk, JOB_WAIT } from '#server/testing/filled-member.ts'

const HOME = 'les-tilleuls'
const DAY_MS = 86_400_000

let server: TestServer
let folder: string
const logLines: string[] = []
beforeAll(async () => {
  for (const level of ['log', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(
      (...words: unknown[]) => void logLines.push(words.map(String).join(' ')),
    )
  server = await openTestServer('demo', { logLevel: 'info', logStream: { write: line => void logLines.push(line) } })
  folder = (server.platform.storage as unknown as { folder: string }).folder
})
afterEach(() => {
  server.clock.aheadMs = 0
})
afterAll(async () => {
  await server.close()
  vi.restoreAllMocks()
})

/** Sets the clock eight days ahead, enqueues the due erasures, waits for them, and runs all sweeps. */
const runJobsAfterWeek = async (isErased: () => Promise<boolean>) => {
  server.clock.aheadMs = 8 * DAY_MS
  await enqueueDueErasures(server.platform)
  await vi.waitFor(async () => expect(await isErased()).toBe(true), JOB_WAIT)
  for (const sweep of features.flatMap(feature => feature.sweeps ?? [])) await sweep(server.platform)
}

const isAccountErased = (accountId: string) => async () =>
  (await server.db.selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst()) === undefined

const searchCanaries = () => findCanaries({ db: server.db, folder, logLines })

describe('a deleted account', () => {
  it('leaves no canary in any table, file or log line after a week', async () => {
    const { visitor, other, userId, accountId, post, reported, invited, invitation } = await createFilledMember(server)
    const before = await searchCanaries()
    expect(before.tables).toEqual(
      expect.arrayContaining([
        'accounts',
        'apple_subjects',
        'community_requests',
        'deals',
        'event_channels',
        'event_flags',
        'events',
        'media',
        'message_flags',
        'messages',
        'sessions',
        'user_flags',
        'users',
      ]),
    )
    expect(await findTablesWith(server.db, userId)).toEqual(
      expect.arrayContaining([
        'event_answers',
        'notification_settings',
        'notifications',
        'template_alerts',
        'user_blocks',
      ]),
    )
    const stored = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    expect(stored().length).toBeGreaterThan(9)
    await expectOk(visitor.call(deleteAccount))
    await runJobsAfterWeek(isAccountErased(accountId))

    expect(await searchCanaries()).toEqual({ tables: [], files: [], lines: [] })
    // The pictures in all sizes and the export are deleted.
    expect(stored().map(({ name }) => name)).toEqual([])
    // The ids remain only in rows that other members still need.
    expect(await findTablesWith(server.db, accountId, { except: ['pgboss', 'attempts'] })).toEqual([])
    expect(await findTablesWith(server.db, userId, { except: ['pgboss', 'attempts'] })).toEqual([
      'conversation_members',
      'conversations',
      'event_flags',
      'message_flags',
      'messages',
      'user_flags',
      'users',
    ])

    for (const table of ['event_flags', 'message_flags', 'user_flags'] as const)
      expect(
        await server.db.selectFrom(table).select(['rule', 'reason']).where('reporter_id', '=', userId).execute(),
      ).toEqual([{ rule: null, reason: null }])

    // The data of other members is intact, except for the answers and messages of the erased member.
    server.clock.aheadMs = 0
    expect((await other.call(getEvent, { params: { id: reported } })).error.key).toBe('error404')
    const { answer: theirs } = await other.call(getEvent, { params: { id: post } })
    expect(theirs).toMatchObject({ interestedCount: 0, interestedUsersIds: [] })
    const { answer: group } = await other.call(listMessages, { query: { eventId: post } })
    expect(group.conversation!.members!.map(({ _id }) => _id)).not.toContain(userId)
    expect(
      group.docs
        .filter(isVisibleMessage)
        .map(({ text, deleted, meta }) => [text, deleted ?? false, meta.user.deleted ?? false]),
    ).toEqual([
      ['À ce soir', false, false],
      [null, true, true],
      [null, false, true],
    ])
    const nobody = { _id: userId, deleted: true, pseudo: '' }
    expect((await other.call(listChatUsers)).answer.find(({ _id }) => _id === userId)).toMatchObject(nobody)
    const { answer: pair } = await other.call(listMessages, { query: { userId } })
    expect(pair.conversation).toMatchObject({ user: nobody, abilities: { write: false } })
    expect(pair.docs.filter(isVisibleMessage).map(({ text, deleted }) => [text, deleted ?? false])).toEqual([
      ['Bonjour à vous', false],
      [null, true],
      [null, true],
    ])
    // A post published from the erased deal now shows the text of the template.
    const { answer: invites } = await other.call(getEvent, { params: { id: invited._id } })
    expect(invites).toMatchObject({ goodDealId: null, eventId: { description: invitation.description } })
    expect(invites.version).toBeGreaterThan(invited.version)
    expect(invites.editedAt).toBeNull()
    const again = await server.visitor().call(register, {
      body: { email: 'again@test.example', communityId: await server.communityId(HOME) },
    })
    expect(again.answer).toEqual({ popup: 'popup2' })

    // Proves that the search finds words which are planted in a table, a file and the log.
    const word = newCanary()
    const { db, platform, app } = server
    await sql`update messages set tmp_id = ${word} where id = (select id from messages where user_id = ${userId} limit 1)`.execute(
      db,
    )
    await db.insertInto('audit_log').values({ id: newId(), act: 'login', address: word }).execute()
    await platform.storage.put(`${newId()}/full`, Buffer.from(word))
    app.log.warn(`somebody wrote ${word}`)
    const planted = await searchCanaries()
    expect(planted.tables).toEqual(['audit_log', 'messages'])
    expect([planted.files.length, planted.lines.length]).toEqual([1, 1])
    await db.updateTable('audit_log').set({ address: null }).where('address', '=', word).execute()
    await sql`update messages set tmp_id = id::text where user_id = ${userId}`.execute(db)
    for (const file of planted.files) rmSync(file)
    logLines.length = 0
  })

  it('is erased completely after a job has failed midway; a repeated erasure changes nothing', async () => {
    const { visitor, userId, accountId } = await createFilledMember(server)
    const communityId = await server.communityId(HOME)
    await expectOk(visitor.call(deleteAccount))
    server.clock.aheadMs = 8 * DAY_MS
    // The storage fails when the seventh file is removed.
    const { storage } = server.platform
    const { remove } = storage
    let removals = 0
    storage.remove = async key => {
      if (++removals === 7) throw new Error('the storage is away')
      await remove(key)
    }
    const member = { communityId, userId, accountId }
    await expect(eraseDepartedMember(server.platform, member)).rejects.toThrow('the storage is away')
    storage.remove = remove
    expect(await isAccountErased(accountId)()).toBe(false)
    expect((await server.db.selectFrom('events').select('id').where('user_id', '=', userId).execute()).length).toBe(0)
    await eraseDepartedMember(server.platform, member)
    await eraseDepartedMember(server.platform, member)
    expect(await isAccountErased(accountId)()).toBe(true)
    for (const sweep of features.flatMap(feature => feature.sweeps ?? [])) await sweep(server.platform)
    expect(await searchCanaries()).toEqual({ tables: [], files: [], lines: [] })
  })
})

describe('an account with several communities', () => {
  it('is erased when its members are erased concurrently; an account left without members is erased by the next run', async () => {
    const { visitor, userId, accountId } = await asPerson(server, { email: 'deux@test.example', community: HOME })
    const [communityId, lake] = [await server.communityId(HOME), await server.communityId('residence-du-lac')]
    const otherUserId = newId()
    await server.db
      .insertInto('users')
      .values({ community_id: lake, id: otherUserId, account_id: accountId, role: 'neighbor', pseudo: 'Deux' })
      .execute()
    await server.db.updateTable('sessions').set({ proved_at: new Date() }).where('account_id', '=', accountId).execute()
    const factor = { account_id: accountId, secret: 'sealed', since: new Date(), last_step: null }
    await server.db.insertInto('second_factors').values(factor).execute()
    const code = { account_id: accountId, code_hash: 'hashed', spent_at: null }
    await server.db.insertInto('recovery_codes').values(code).execute()
    await expectOk(visitor.call(deleteAccount))
    const members = [
      { communityId, userId, accountId },
      { communityId: lake, userId: otherUserId, accountId },
    ]
    // An erasure job that runs too early does nothing.
    for (const member of members) await eraseDepartedMember(server.platform, member)
    expect(await isAccountErased(accountId)()).toBe(false)
    server.clock.aheadMs = 8 * DAY_MS
    await Promise.all(members.map(member => eraseDepartedMember(server.platform, member)))
    expect(await isAccountErased(accountId)()).toBe(true)
    // The second factor and the recovery codes are deleted too.
    expect(await findTablesWith(server.db, accountId, { except: ['pgboss', 'attempts'] })).toEqual([])
    await server.db
      .insertInto('accounts')
      .values({ id: accountId, email: 'reste@test.example', deleted_at: new Date() })
      .execute()
    await enqueueDueErasures(server.platform)
    expect(await isAccountErased(accountId)()).toBe(true)
  })
})

describe('a member who leaves a community', () => {
  it('is erased in this community only, and retains the account for other communities', async () => {
    const { visitor, userId, accountId } = await createFilledMember(server)
    const lake = await server.communityId('residence-du-lac')
    const otherUserId = newId()
    await server.db
      .insertInto('users')
      .values({ community_id: lake, id: otherUserId, account_id: accountId, role: 'neighbor', pseudo: 'Rive' })
      .execute()
    await expectOk(visitor.call(leaveCommunity))
    const isErased = async () =>
      (await server.db.selectFrom('users').select('erased_at').where('id', '=', userId).executeTakeFirst())
        ?.erased_at !== null
    await runJobsAfterWeek(isErased)
    const left = await searchCanaries()
    // These rows belong to the account: e-mail address, login methods, requests sent from that address.
    expect(left.tables).toEqual(['accounts', 'apple_subjects', 'community_requests'])
    const account = await server.db
      .selectFrom('users')
      .select(['id', 'gone_at'])
      .where('account_id', '=', accountId)
      .execute()
    expect(account).toEqual([{ id: otherUserId, gone_at: null }])
    await server.db.deleteFrom('community_requests').execute()
    await server.db.deleteFrom('users').where('id', '=', otherUserId).execute()
    await server.db.deleteFrom('accounts').where('id', '=', accountId).execute()
  })

  it('is not erased before a week has passed', async () => {
    const { visitor, userId } = await asPerson(server, { email: 'bientot@test.example', community: HOME })
    await expectOk(visitor.call(leaveCommunity))
    server.clock.aheadMs = 7 * DAY_MS - 60_000
    await enqueueDueErasures(server.platform)
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from pgboss.job where name = 'leaving.erase' and data ->> 'userId' = ${userId}`.execute(
      server.db,
    )
    expect(rows[0]!.n).toBe(0)
  })
})

describe('guests', () => {
  it('are purged with all their data after thirty idle days; active guests are not', async () => {
    const { db } = server
    const [idle, active] = [await server.asGuest(), await server.asGuest()]
    const [idleId, activeId] = [await userIdOf(idle), await userIdOf(active)]
    const past = new Date(Date.now() - 31 * DAY_MS)
    await db.updateTable('guests').set({ seen_at: past }).where('user_id', 'in', [idleId, activeId]).execute()
    await db.updateTable('sessions').set({ seen_at: past }).where('user_id', '=', idleId).execute()
    const { account_id } = await db
      .selectFrom('users')
      .select('account_id')
      .where('id', '=', idleId)
      .executeTakeFirstOrThrow()
    await purgeIdleGuests(db, new Date())
    const left = await db.selectFrom('users').select('id').where('id', 'in', [idleId, activeId]).execute()
    expect(left).toEqual([{ id: activeId }])
    expect(await findTablesWith(db, account_id, { except: ['pgboss', 'attempts'] })).toEqual([])
  })
})
