import { AUDIT_PAGE_SIZE, type AuditEntry, listAudit } from '@parvis/contract/audit.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit, type AuditEntry as Noted } from '#server/kernel/audit.ts'
import { newId } from '#server/kernel/ids.ts'
import { addPerson, asPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let webmaster: Visitor
let home: string
let gare: string
beforeAll(async () => {
  server = await openTestServer('demo', { zone: 'Europe/Paris' })
  webmaster = await server.as('webmaster')
  home = await server.communityId('les-tilleuls')
  gare = await server.communityId('quartier-de-la-gare')
})
afterAll(() => server.close())

type CallOptions = NonNullable<Parameters<Visitor['call']>[1]> & { query?: object }
const read = async (query: CallOptions['query'] = {}) => (await webmaster.call(listAudit, { query })).answer
const entries = async (query: CallOptions['query'] = {}): Promise<AuditEntry[]> => (await read(query)).docs
const addEntry = (entry: Noted) => audit(server.db, entry)

describe('searching the audit log', () => {
  it('finds entries by prefix of name, pseudo and e-mail, by IP address and by id', async () => {
    const person = await asPerson(server, {
      email: 'Zelie.Noir@lu.example',
      pseudo: 'zzNoir',
      community: 'les-tilleuls',
    })
    await server.db
      .updateTable('users')
      .set({ firstname: 'Zélie', lastname: 'Noirmont' })
      .where('id', '=', person.userId)
      .execute()
    const subjectId = newId()
    const { userId, accountId } = person
    await addEntry({ act: 'post.removed', communityId: home, userId, accountId, address: '2001:db8::/64', subjectId })
    const finds = async (search: string) =>
      (await entries({ search })).some(({ subject }) => subject?._id === subjectId)
    for (const search of [
      'zelie',
      'Zélie Noir',
      'noirmont zé',
      'zznoi',
      'zelie.noir@lu.example',
      'ZELIE.NOIR@',
      '2001:db8:0:0:1::5',
      subjectId,
      subjectId.toUpperCase(),
      userId,
    ])
      expect(`${search} ${await finds(search)}`).toBe(`${search} true`)
    for (const search of ['elie', 'Zélie Blanc', 'noir@lu.example', '2001:db8:1::1', newId(), '%', "'", ':*', '\\'])
      expect(`${search} ${await finds(search)}`).toBe(`${search} false`)
  })

  it('combines filters by act, community and days', async () => {
    const person = await addPerson(server, {
      email: 'narrow@lu.example',
      pseudo: 'narrow',
      community: 'quartier-de-la-gare',
    })
    const at = async (act: Noted['act'], communityId: string, day: string) => {
      const id = newId()
      await server.db
        .insertInto('audit_log')
        .values({
          id,
          act,
          at: new Date(day),
          community_id: communityId,
          user_id: person.userId,
          account_id: person.accountId,
          address: null,
          subject_id: null,
        })
        .execute()
      return id
    }
    const day = dayAt(Date.now() - 40 * 86_400_000, 'Europe/Paris')
    const late = await at('key.changed', gare, `${day}T21:30:00Z`)
    const early = await at('role.changed', home, `${day}T06:00:00Z`)
    const next = await at('key.changed', gare, `${day}T23:30:00Z`)
    // In Paris this is already `day`, in UTC still the day before.
    const first = await at('post.removed', home, `${dayAt(Date.parse(day) - 86_400_000, 'UTC')}T23:30:00Z`)
    const ids = async (query: object) => (await entries({ from: day, to: day, ...query })).map(({ _id }) => _id)
    expect(await ids({})).toEqual([late, early, first])
    expect(await ids({ act: 'key' })).toEqual([late])
    expect(await ids({ act: 'role.changed' })).toEqual([early])
    expect(await ids({ communityId: gare })).toEqual([late])
    expect(await ids({ communityId: gare, act: 'access' })).toEqual([])
    expect(await ids({ search: 'narrow', act: 'access', communityId: home })).toEqual([early])
    expect((await entries({ from: day, search: 'narrow' })).map(({ _id }) => _id)).toEqual([next, late, early, first])
    expect((await webmaster.call(listAudit, { query: { from: 'yesterday' } as never })).error.key).toBe('badrequest')
    expect((await webmaster.call(listAudit, { query: { act: 'all' } as never })).error.key).toBe('badrequest')
  })

  it('returns 404 for an unknown or malformed community id', async () => {
    for (const communityId of ['x', '', newId(), `${home}0`]) {
      const { status, error } = await webmaster.call(listAudit, { query: { communityId } })
      expect([status, error.key]).toEqual([404, 'error404'])
    }
    const inCapitals = await webmaster.call(listAudit, { query: { communityId: home.toUpperCase() } })
    expect(inCapitals.status).toBe(200)
  })

  it('continues after the last entry of the page while new entries arrive, and rejects a cursor of another search', async () => {
    const person = await addPerson(server, { email: 'pages@lu.example', pseudo: 'pages', community: 'les-tilleuls' })
    const total = AUDIT_PAGE_SIZE + 7
    // One transaction gives all entries the same timestamp.
    await server.db.transaction().execute(async tx => {
      for (let count = 0; count < total; count++) await audit(tx, { act: 'logout', communityId: home, ...person })
    })
    const first = await read({ search: 'pages@lu.example' })
    expect([first.docs.length, first.hasNextPage, first.nextPage]).toEqual([AUDIT_PAGE_SIZE, true, 2])
    await addEntry({ act: 'login', communityId: home, ...person })
    const second = await read({ search: 'pages@lu.example', page: 2, cursor: first.cursor! })
    expect([second.docs.length, second.hasNextPage, second.cursor]).toEqual([7, false, null])
    const all = [...first.docs, ...second.docs]
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(total)
    expect(all.map(({ act }) => act)).not.toContain('login')
    const other = await webmaster.call(listAudit, { query: { search: 'else', page: 2, cursor: first.cursor! } })
    expect(other.error).toMatchObject({ key: 'badrequest', field: 'cursor' })
    expect((await webmaster.call(listAudit, { query: { page: 2 } })).error).toMatchObject({ field: 'cursor' })
  })
})
