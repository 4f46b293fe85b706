import { communityTypes, type CommunityType } from '@parvis/contract/community.ts'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { bilingual, type Bilingual } from './bilingual.ts'
import { communities } from './communities.ts'
import { dealCategories, deals } from './deals.ts'
import { information } from './information.ts'
import { hobbies } from './hobbies.ts'
import { descriptions } from './people/descriptions.ts'
import { foldName, PSEUDO_PATTERN } from './people/pseudos.ts'
import { makePeople, foldedVisibleName } from './people.ts'
import { places } from './places.ts'
import { posts, type DemoPost } from './posts.ts'
import { createRandom } from '../random.ts'
import { sceneViews } from './scenes.ts'
import { categories } from './templates.ts'

const templates = categories.flatMap(category => category.templates)
const people = makePeople(createRandom(2026).fork('people'), 200)
const keysOf = <T extends { key: string }>(list: readonly T[]): Set<string> => new Set(list.map(({ key }) => key))
const duplicatesIn = (list: readonly string[]): string[] => list.filter((each, place) => list.indexOf(each) !== place)
const postsInGroup = (group: DemoPost['group']): DemoPost[] => posts.filter(post => post.group === group)

/** All bilingual texts in a value, at any depth. */
const bilingualTextsIn = (value: unknown): Bilingual[] => {
  if (value === null || typeof value !== 'object') return []
  if ('fr' in value && 'en' in value) return [value as Bilingual]
  return Object.values(value).flatMap(bilingualTextsIn)
}
const bilingualTexts = bilingualTextsIn([
  categories,
  places,
  communities,
  information,
  deals,
  dealCategories,
  posts,
  descriptions,
  people,
  sceneViews,
])

test('French texts use French spaces, quotes and apostrophes', () => {
  expect(bilingual('Quoi ? « Rien » : 3 km à 9 h 30', '').fr).toBe(
    'Quoi\u00a0? «\u00a0Rien\u00a0»\u00a0: 3\u00a0km à 9\u00a0h\u00a030',
  )
  expect(
    bilingualTexts
      .map(({ fr }) => fr)
      .filter(fr => /['"“”]| [?!:;»]|« |\.\.\.|[^\s\u202f][?!;](?:\s|$)| {2}/.test(fr.replace(/\?!|!\?/g, '!'))),
  ).toEqual([])
})

test('English texts use English spaces, quotes and apostrophes', () => {
  expect(bilingualTexts.map(({ en }) => en).filter(en => /['"«»\u202f]| [?!:;,.]|\.\.\.| {2}/.test(en))).toEqual([])
})

test('texts exist in both languages, and those of a post exactly in the languages of the post', () => {
  const apart = bilingualTextsIn([
    categories,
    places,
    communities,
    information,
    deals,
    dealCategories,
    descriptions,
    sceneViews,
  ])
  expect(apart.filter(({ fr, en }) => !fr || !en)).toEqual([])
  for (const { key, language, title, description } of posts) {
    for (const text of [title, description]) {
      if (!text) continue
      if (language === 'fr') expect(text.en, key).toBe('')
      if (language === 'en') expect(text.fr, key).toBe('')
      if (language === 'both') expect(Boolean(text.fr), key).toBe(Boolean(text.en))
    }
    expect(title ?? description, key).not.toBeNull()
  }
})

test('people have unique and valid pseudos and plausible data, and the same seed creates the same people', () => {
  expect(duplicatesIn(people.map(({ pseudo }) => foldName(pseudo)))).toEqual([])
  expect(people.filter(({ pseudo }) => !PSEUDO_PATTERN.test(pseudo))).toEqual([])
  expect(people.filter(({ age }) => age < 12 || age > 93)).toEqual([])
  const templateCounts: readonly string[] = hobbies
  expect(people.flatMap(person => person.hobbies).filter(id => !templateCounts.includes(id))).toEqual([])
  // Number ranges that are reserved for fiction, so that no real person has such a number.
  const phones = people.flatMap(({ phone }) => phone ?? [])
  expect(phones.filter(phone => !/^\+33\(0\)(?:6 39 98|1 99 00) \d\d \d\d$/.test(phone))).toEqual([])
  expect(phones.length).toBeGreaterThan(100)
  expect(duplicatesIn(phones)).toEqual([])
  expect(people.filter(({ face }) => face !== null).length).toBeGreaterThan(120)
  expect(people.filter(({ description }) => description).length).toBeGreaterThan(90)
  expect(duplicatesIn(people.flatMap(({ description }) => description?.fr ?? []))).toEqual([])
  expect(makePeople(createRandom(2026).fork('people'), 200)).toEqual(people)
  const [known] = makePeople(createRandom(3), 1)
  const others = makePeople(createRandom(1), 400, [{ ...known!, pseudo: 'Camille' }])
  expect(others.map(({ pseudo }) => foldName(pseudo))).not.toContain('camille')
})

test('no two people are shown with the same first name and initial', () => {
  expect(foldedVisibleName({ firstname: 'Zoé', lastname: 'Étienne' })).toBe(
    foldedVisibleName({ firstname: 'Zoe', lastname: 'Evrard' }),
  )
  for (let seed = 0; seed < 12; seed++) {
    const first = makePeople(createRandom(seed), 6)
    expect(duplicatesIn([...first, ...makePeople(createRandom(seed), 194, first)].map(foldedVisibleName))).toEqual([])
  }
})

test('no key, no text of a post or person and no phone number of a deal occurs twice', () => {
  for (const keys of [posts, templates, places, deals, categories].map(list => list.map(({ key }) => key)))
    expect(duplicatesIn(keys)).toEqual([])
  expect(
    duplicatesIn(
      posts.flatMap(
        ({ title, description }) =>
          `${title?.fr ?? ''}${title?.en ?? ''}${description?.fr ?? ''}${description?.en ?? ''}`,
      ),
    ),
  ).toEqual([])
  expect(duplicatesIn(descriptions.map(({ text }) => text.fr))).toEqual([])
  expect(duplicatesIn(deals.map(({ phone }) => phone))).toEqual([])
})

test('templates, places, deals and posts that a post refers to exist, and texts and times are valid', () => {
  for (const post of posts) {
    const template = templates.find(({ key }) => key === post.template)
    if (post.template)
      expect(template?.type, post.key).toBe(
        { activity: 'Activity', proposal: 'Proposal', like: 'Template' }[post.group as 'activity'],
      )
    if (post.group === 'activity' || post.group === 'proposal') expect(template, post.key).toBeDefined()
    if (template?.subtype === 'Post') expect(post.when, post.key).toBeUndefined()
    if (post.place) expect(keysOf(places), post.key).toContain(post.place)
    if (post.deal) expect(keysOf(deals), post.key).toContain(post.deal)
    if (post.group === 'gooddeal') expect(post.deal, post.key).toBeDefined()
    if (post.after) expect(keysOf(posts), post.key).toContain(post.after)
    if (post.demoVideo) expect(post.demoVideo.youtubeVideoId).toMatch(/^[A-Za-z0-9_-]{11}$/)
    if (post.group === 'weather') expect(post.sky, post.key).toBeDefined()
    if (typeof post.when === 'object')
      expect('tonight' in post.when ? post.when.tonight : post.when.time, post.key).toMatch(/^([01]\d|2[0-3]):[03]0$/)
    for (const title of [post.title?.fr, post.title?.en]) expect(title?.length ?? 0, post.key).toBeLessThanOrEqual(60)
    for (const text of [post.description?.fr, post.description?.en])
      expect(text?.length ?? 0, post.key).toBeLessThanOrEqual(700)
  }
})

const templatesFor = (type: CommunityType) => templates.filter(({ suits }) => suits?.includes(type) ?? true)

test('the demo world has enough posts of each group, and the expected numbers of templates, places and hobbies', () => {
  expect(posts.length).toBeGreaterThanOrEqual(240)
  const minCounts = { activity: 70, proposal: 70, post: 50, like: 15, gooddeal: 12, welcome: 12, weather: 12 }
  for (const [group, count] of Object.entries(minCounts))
    expect(postsInGroup(group as DemoPost['group']).length, group).toBeGreaterThanOrEqual(count)
  expect(posts.filter(({ photo }) => photo).length).toBeGreaterThanOrEqual(80)
  expect(
    posts.filter(({ description }) => (description?.fr || description?.en || '').length > 500).length,
  ).toBeGreaterThanOrEqual(4)
  expect(posts.filter(({ demoVideo }) => demoVideo).length).toBe(5)
  const both = posts.filter(({ language }) => language === 'both').length / posts.length
  expect(both).toBeGreaterThan(0.5)
  expect(both).toBeLessThan(0.7)
  expect([templates.length, categories.length, places.length, hobbies.length]).toEqual([110, 14, 13, 24])
  const templateCounts = ['Neighborhood', 'Building', 'Camping'].map(type => templatesFor(type as CommunityType).length)
  expect(templateCounts).toEqual([88, 88, 86])
  expect(deals.length).toBeGreaterThanOrEqual(16)
  expect(communities.map(({ uri, slides }) => [uri, slides.length >= 3])).toEqual([
    ['les-tilleuls', true],
    ['quartier-de-la-gare', true],
    ['residence-du-lac', true],
    ['camping-des-pins', true],
  ])
})

test('deals have a valid URI, fictitious contact details and a known category, and are less than 4 km from Annecy', () => {
  for (const deal of deals) {
    expect(deal.customUri).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(deal.phone).toMatch(/^\+33\(0\)4 65 71 \d\d \d\d$/)
    expect(deal.email).toMatch(/^[a-z]+@[a-z-]+\.example$/)
    expect(deal.webSiteUrl).toMatch(/^https:\/\/[a-z-]+\.example$/)
    expect(keysOf(dealCategories)).toContain(deal.category)
    const km = Math.hypot((deal.lat - 45.8987) * 111.2, (deal.lon - 6.1286) * 77.4)
    expect(km, deal.key).toBeLessThan(4)
  }
  for (const { phone } of communities) expect(phone).toMatch(/^\+33\(0\)4 65 71 \d\d \d\d$/)
})

test('every pictogram exists in the icon set, and templates of a community type differ in their pictograms', () => {
  const set = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('@iconify-json/fluent-emoji-flat/icons.json'), 'utf8'),
  ) as { icons: object; aliases?: object }
  const known = { ...set.icons, ...set.aliases }
  expect(
    [...templates, ...categories, ...dealCategories]
      .map(({ picto }) => picto)
      .filter(picto => !Object.hasOwn(known, picto)),
  ).toEqual([])
  for (const type of communityTypes)
    expect(duplicatesIn(templatesFor(type).map(({ picto }) => picto)), type).toEqual([])
})

test('a fork of the random numbers does not depend on numbers drawn from its parent', () => {
  const [quiet, busy] = [createRandom(7), createRandom(7)]
  busy.shuffle([1, 2, 3, 4, 5])
  expect(busy.fork('people').next()).toBe(quiet.fork('people').next())
  expect(quiet.fork('people').next()).not.toBe(quiet.fork('posts').next())
  const draws = Array.from({ length: 1000 }, () => quiet.int(1, 6))
  expect([Math.min(...draws), Math.max(...draws)]).toEqual([1, 6])
})
