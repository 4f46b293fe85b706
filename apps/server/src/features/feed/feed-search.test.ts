import { listEvents } from '@parvis/contract/feed.ts'
import { getSession } from '@parvis/contract/session.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { addEvent } from '#server/testing/events.ts'
import { addPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let visitor: Visitor
const named = new Map<string, string>()

beforeAll(async () => {
  server = await openTestServer('demo')
  visitor = await server.as('neighbor')
  // Otherwise the posts of the demo world would appear in the results.
  await server.db.deleteFrom('events').execute()
  const { _id: userId } = (await visitor.call(getSession)).answer
  const add = async (
    name: string,
    texts: { title?: string; description?: string; titleEn?: string; descriptionEn?: string },
  ) => void named.set(await addEvent(server, { userId, ...texts }), name)
  await add('barbecue', {
    title: 'Barbecue de printemps',
    description: 'Grillades au bord de l’étang, apportez vos chaises.',
    titleEn: 'Spring barbecue',
    descriptionEn: 'Grilling by the pond, bring your chairs.',
  })
  await add('ladder', {
    title: 'Échelle à prêter',
    description: 'Trois mètres, solide.',
    titleEn: 'Ladder to lend',
    descriptionEn: 'Three metres, sturdy.',
  })
  await add('cat', { description: 'Notre chat Œdipe s’est perdu près de la gare.' })
  await add('choir', { titleEn: 'Choir rehearsals', descriptionEn: 'Sopranos wanted, beginners are welcome.' })
  await add('film', { title: '100% cinéma_plein air', description: "L'apéro & le film : rendez-vous à 21h30" })
})
afterAll(() => server.close())

const find = async (search: string): Promise<string> => {
  const { answer } = await visitor.call(listEvents, { query: { search } })
  return answer.docs
    .map(({ _id }) => named.get(_id)!)
    .sort()
    .join(' ')
}

describe('search in the feed', () => {
  it.each([
    ['barbecue', 'barbecue', 'a word'],
    ['BARBECUES', 'barbecue', 'its plural, in capitals'],
    ['etang', 'barbecue', 'no accent typed'],
    ['étang', 'barbecue', 'an accent typed'],
    ["l'étang", 'barbecue', 'another apostrophe'],
    ['echelles', 'ladder', 'no accent, in the plural'],
    ['oedipe', 'cat', 'a ligature'],
    ['prêter échelle', 'ladder', 'two words, in any order'],
    ['échelle chat', '', 'two words of two posts'],
    ['ponds', 'barbecue', 'an English plural'],
    ['rehearsal', 'choir', 'an English stem'],
    ['soprano', 'choir', 'a post in English only'],
    ['barb', 'barbecue', 'a prefix'],
    ['sopr begin', 'choir', 'two prefixes'],
    ['ecue', '', 'no match for the end of a word'],
    ['ba', '', 'no prefix match for one or two letters'],
    ['le barbecue de la', 'barbecue', 'French stop words'],
    ['the ladder', 'ladder', 'English stop words'],
    ['cinema', 'film', 'a word next to punctuation'],
    ['21h30', 'film', 'a time'],
    ['  chairs  ', 'barbecue', 'surrounding spaces'],
    ['zzz', '', 'no match'],
  ])('the search "%s" finds "%s": %s', async (search, wanted) => expect(await find(search)).toBe(wanted))

  it.each([
    "'; drop table events; --",
    "' or '1'='1",
    'a & b | !c',
    '!',
    '&',
    ':*',
    'barbecue:*',
    '<->',
    '()',
    '((',
    '\\',
    "\\\\'",
    '"',
    '%',
    '_',
    '%%',
    '$1',
    '${x}',
    '*',
    '👍',
    '日本',
    '²',
    'a'.repeat(100),
    ' ',
  ])('accepts %j without an error', async search => {
    expect((await visitor.call(listEvents, { query: { search } })).status).toBe(200)
  })

  it('ignores punctuation', async () => {
    expect(await find('barbecue:* & !printemps')).toBe('barbecue')
    expect(await find('(ladder)')).toBe('ladder')
    expect(await find('100%')).toBe('film')
    for (const signs of ['&|!', '(((', "'", '...']) expect(await find(signs)).toBe('')
  })

  it('refuses NUL characters and queries that are too long', async () => {
    expect((await visitor.call(listEvents, { query: { search: 'a\u0000b' } })).error.key).toBe('badrequest')
    expect((await visitor.call(listEvents, { query: { search: 'a'.repeat(101) } })).error.key).toBe('badrequest')
  })

  it('can be combined with a filter', async () => {
    const search = async (filter: string) =>
      (await visitor.call(listEvents, { query: { search: 'barbecue', filter } })).answer.docs.length
    expect([
      await search('all'),
      await search('community'),
      await search('my'),
      await search('post'),
      await search('welcome'),
    ]).toEqual([1, 1, 1, 1, 0])
  })
})

describe('search by the name of the author, the place or the template', () => {
  const addBy = async (name: string, event: Partial<Parameters<typeof addEvent>[1]>) => {
    const { userId } = await addPerson(server, {
      email: `${name}@test.example`,
      community: 'les-tilleuls',
      pseudo: `${name}.zz`,
    })
    await server.db.updateTable('users').set({ firstname: 'Ségolène' }).where('id', '=', userId).execute()
    named.set(await addEvent(server, { userId, title: 'Qui vient', ...event }), name)
    return userId
  }

  it('finds posts by the first name or pseudo of the author, also after the first name has changed', async () => {
    const userId = await addBy('quince', {})
    expect([await find('segolene'), await find('Ségol'), await find('quince')]).toEqual(['quince', 'quince', 'quince'])
    await server.db.updateTable('users').set({ firstname: 'Philippine' }).where('id', '=', userId).execute()
    expect([await find('segolene'), await find('philippine')]).toEqual(['', 'quince'])
  })

  it('finds posts by the name of their place or template in both languages', async () => {
    const communityId = await server.communityId('les-tilleuls')
    const placeId = newId()
    await server.db
      .insertInto('places')
      .values({
        community_id: communityId,
        id: placeId,
        kind: 'location',
        name: 'Kiosque à musique',
        name_en: 'Bandstand',
      })
      .execute()
    await addBy('concert', { placeId })
    expect([await find('kiosques'), await find('bandstand')]).toEqual(['concert', 'concert'])
    await server.db.updateTable('places').set({ name: 'Gloriette' }).where('id', '=', placeId).execute()
    expect([await find('kiosque'), await find('gloriette')]).toEqual(['', 'concert'])
    const template = await server.db
      .selectFrom('templates')
      .select(['id', 'name', 'name_en'])
      .where('name_en', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    await addBy('made', { templateId: template.id })
    expect((await find(template.name!)).split(' ')).toContain('made')
    expect((await find(template.name_en!)).split(' ')).toContain('made')
  })

  it('does not find authors by their last name, which other members do not see', async () => {
    const userId = await addBy('fig', {})
    await server.db.updateTable('users').set({ lastname: 'Zygomalas' }).where('id', '=', userId).execute()
    expect([await find('Ségolène Z.'), await find('Ségolène K.'), await find('zygomalas')]).toEqual(['fig', '', ''])
  })
})
