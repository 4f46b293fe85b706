import { type AuditEntry, listAudit } from '@parvis/contract/audit.ts'
import { changeMember } from '@parvis/contract/admin.ts'
import { flagEvent, removeEvent } from '@parvis/contract/feed.ts'
import { decideCase } from '@parvis/contract/moderation.ts'
import { logIn } from '@parvis/contract/entry.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit, type AuditEntry as Noted, purgeOldAuditEntries, anonymizeAuditLog } from '#server/kernel/audit.ts'
import { newId } from '#server/kernel/ids.ts'
import { addEvent } from '#server/testing/events.ts'
import { addCase } from '#server/testing/moderation-cases.ts'
import { addPerson, asPerson, proveOwnership } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let webmaster: Visitor
let home: string
beforeAll(async () => {
  server = await openTestServer('demo', { zone: 'Europe/Paris' })
  webmaster = await server.as('webmaster')
  home = await server.communityId('les-tilleuls')
})
afterAll(() => server.close())

type CallOptions = NonNullable<Parameters<Visitor['call']>[1]> & { query?: object }
const read = async (query: CallOptions['query'] = {}) => (await webmaster.call(listAudit, { query })).answer
const entries = async (query: CallOptions['query'] = {}): Promise<AuditEntry[]> => (await read(query)).docs
const addEntry = (entry: Noted) => audit(server.db, entry)

describe('the audit_log table', () => {
  const last = async () => {
    await addEntry({ act: 'key.changed', communityId: home, userId: newId(), accountId: newId(), address: '192.0.2.1' })
    return (
      await server.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    ).id
  }
  const refused = { code: 'PV423' }

  it.each([
    ['another act', { act: 'login' }],
    ['another time', { at: new Date(0) }],
    ['another community', { community_id: null }],
    ['another user', { user_id: newId() }],
    ['another account', { account_id: newId() }],
    ['another address', { address: '192.0.2.2' }],
    ['another subject', { subject_id: newId() }],
    ['another id', { id: newId() }],
  ])('rejects a change to %s', async (_, change) => {
    const id = await last()
    await expect(
      server.db
        .updateTable('audit_log')
        .set(change as never)
        .where('id', '=', id)
        .execute(),
    ).rejects.toMatchObject(refused)
  })

  it('rejects delete and truncate', async () => {
    const id = await last()
    await expect(server.db.deleteFrom('audit_log').where('id', '=', id).execute()).rejects.toMatchObject(refused)
    await expect(sql`truncate audit_log`.execute(server.db)).rejects.toMatchObject(refused)
    expect(await server.db.selectFrom('audit_log').select('id').where('id', '=', id).execute()).toHaveLength(1)
  })

  it('is protected by triggers: an update succeeds once they are disabled', async () => {
    const id = await last()
    const change = server.db.transaction().execute(async tx => {
      await sql`alter table audit_log disable trigger user`.execute(tx)
      await tx.updateTable('audit_log').set({ act: 'login' }).where('id', '=', id).execute()
      const { act } = await tx.selectFrom('audit_log').select('act').where('id', '=', id).executeTakeFirstOrThrow()
      throw new Error(`planted: ${act}`)
    })
    await expect(change).rejects.toThrow('planted: login')
  })

  it('lets the ids and the IP address of a user be cleared, but no user id be set afterwards', async () => {
    const [userId, accountId] = [newId(), newId()]
    await addEntry({ act: 'login', communityId: home, userId, accountId, address: '192.0.2.3' })
    await addEntry({ act: 'role.changed', communityId: home, subjectId: userId })
    await anonymizeAuditLog(server.db, { communityId: home, userId, accountId })
    const rows = server.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(2)
    for (const row of await rows.execute())
      expect(row).toMatchObject({ user_id: null, account_id: null, address: null, subject_id: null })
    await expect(
      server.db.updateTable('audit_log').set({ user_id: userId }).where('act', '=', 'login').execute(),
    ).rejects.toMatchObject(refused)
  })

  it('purges entries older than a year, by the clock of the database', async () => {
    const [old, young] = [newId(), newId()]
    const line = { act: 'login', community_id: null, user_id: null, account_id: null, address: null, subject_id: null }
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
    await server.db
      .insertInto('audit_log')
      .values([
        { ...line, id: old, at: ago(367) },
        { ...line, id: young, at: ago(360) },
      ])
      .execute()
    await purgeOldAuditEntries(server.db, new Date(Date.now() + 30 * 86_400_000))
    const left = await server.db.selectFrom('audit_log').select('id').where('id', 'in', [old, young]).execute()
    expect(left).toEqual([{ id: young }])
  })
})

describe('reading the audit log', () => {
  it('is allowed to webmasters only, and audited once an hour per session', async () => {
    expect((await (await server.as('administrator')).call(listAudit)).error.key).toBe('forbidden')
    const reader = await server.as('webmaster')
    const count = async () =>
      (await server.db.selectFrom('audit_log').select('id').where('act', '=', 'audit.read').execute()).length
    const before = await count()
    const { docs } = (await reader.call(listAudit, { query: { act: 'audit.read' } })).answer
    expect(docs[0]).toMatchObject({ act: 'audit.read', who: { role: 'webmaster' }, address: '127.0.0.1' })
    await reader.call(listAudit, { query: { search: 'cam' } })
    expect(await count()).toBe(before + 1)
    await sql`update attempts set at = array(select t - interval '61 minutes' from unnest(at) t)
      where bucket like 'audit-read%'`.execute(server.db)
    await reader.call(listAudit)
    expect(await count()).toBe(before + 2)
  })

  it('shows who changed whose role in which community, and no name once the member has left', async () => {
    const { userId } = await addPerson(server, {
      email: 'theo@lu.example',
      pseudo: 'TheoLu',
      community: 'les-tilleuls',
    })
    await server.db.updateTable('users').set({ firstname: 'Théo', lastname: 'Lu' }).where('id', '=', userId).execute()
    const boss = await server.as('administrator')
    await proveOwnership(boss)
    await boss.call(changeMember, { params: { id: userId }, body: { role: 'employee' } })
    const [entry] = await entries({ act: 'role.changed' })
    expect(entry).toMatchObject({
      act: 'role.changed',
      community: { _id: home, customUri: 'les-tilleuls' },
      who: { role: 'administrator', communityId: home },
      email: 'administrator@demo.example',
      subject: { _id: userId, kind: 'member', isThere: true, person: { firstname: 'Théo', lastname: 'Lu' } },
      hasLeft: false,
    })
    await server.db.updateTable('users').set({ gone_at: new Date() }).where('id', '=', userId).execute()
    const [after] = await entries({ act: 'role.changed' })
    expect(after!.subject).toEqual({ _id: userId, kind: 'member', isThere: false, name: null, person: null })
  })

  it('marks entries of members who have left, but not those of unknown people', async () => {
    await server.visitor().call(logIn, { body: { email: 'nobody@lu.example', password: 'x', communityId: home } })
    const [failed] = await entries({ act: 'login.failed' })
    expect(failed).toMatchObject({ who: null, hasLeft: false, email: null, address: '127.0.0.1' })
    const { userId, accountId } = await addPerson(server, { email: 'gone@lu.example', community: 'les-tilleuls' })
    await addEntry({ act: 'key.changed', communityId: home, userId, accountId })
    await server.db.updateTable('users').set({ gone_at: new Date() }).where('id', '=', userId).execute()
    expect((await entries({ act: 'key' }))[0]).toMatchObject({ who: null, hasLeft: true })
    await anonymizeAuditLog(server.db, { communityId: home, userId, accountId })
    expect((await entries({ act: 'key' }))[0]).toMatchObject({ who: null, hasLeft: true, email: null })
  })

  it('hides who reported something, also from a search for the reporter', async () => {
    const reporter = await asPerson(server, {
      email: 'melder@lu.example',
      pseudo: 'qqMelder',
      community: 'les-tilleuls',
    })
    const author = await addPerson(server, { email: 'gemeldet@lu.example', community: 'les-tilleuls' })
    const id = await addEvent(server, { userId: author.userId, description: 'Bonjour' })
    await reporter.visitor.call(flagEvent, { params: { id }, body: { reason: 'Trop vif' } })
    const [entry] = await entries({ search: id })
    expect(entry).toMatchObject({ act: 'post.flagged', who: null, hasLeft: false, email: null, address: null })
    expect(entry!.subject).toMatchObject({ _id: id, kind: 'post' })
    for (const search of ['qqMelder', 'melder@lu.example', reporter.userId])
      expect((await entries({ search, act: 'moderation' })).map(({ act }) => act)).toEqual([])
  })

  it('finds decisions about somebody’s content by the author’s name', async () => {
    const author = await addPerson(server, {
      email: 'verfasser@lu.example',
      pseudo: 'qqVerfasser',
      community: 'les-tilleuls',
    })
    const id = await addEvent(server, { userId: author.userId, description: 'Bonjour' })
    const administrator = await server.as('administrator')
    await administrator.call(removeEvent, { params: { id }, query: { rule: 'advertising', reason: 'Encore' } })
    const found = await entries({ search: 'qqVerfasser', act: 'moderation' })
    expect(found.map(({ subject }) => subject?._id)).toContain(id)
  })

  it('shows the content that a decision was about, and its author', async () => {
    const author = await addPerson(server, { email: 'entschieden@lu.example', community: 'les-tilleuls' })
    const id = await addEvent(server, { userId: author.userId, description: 'Bonjour' })
    const boss = await server.as('administrator')
    const caseId = await addCase(server, { communityId: home, authorId: author.userId, postId: id, decided: null })
    await boss.call(decideCase, {
      params: { id: caseId },
      body: { decision: 'hide', rule: 'respect', reason: 'Trop vif' },
    })
    expect((await entries({ act: 'case.hidden' }))[0]!.subject).toMatchObject({
      _id: id,
      kind: 'post',
      isThere: true,
      person: { _id: author.userId },
    })
  })

  it('shows whether the subject still exists', async () => {
    const author = await addPerson(server, { email: 'autor@lu.example', community: 'les-tilleuls' })
    const id = await addEvent(server, { userId: author.userId, description: 'Bonjour' })
    await addEntry({ act: 'post.flagged', communityId: home, ...author, subjectId: id })
    expect((await entries({ search: id }))[0]!.subject).toMatchObject({ kind: 'post', isThere: true })
    await server.db.deleteFrom('events').where('id', '=', id).execute()
    expect((await entries({ search: id }))[0]!.subject).toMatchObject({ kind: 'post', isThere: false })
  })
})
