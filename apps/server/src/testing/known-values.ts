import { newId } from '../kernel/ids.ts'
import { newSecret } from '../kernel/secrets.ts'
import { addDeal } from './deals.ts'
import { addEvent } from './events.ts'
import { addMessages } from './messages.ts'
import type { KnownValues } from './request-generator.ts'
import { DEMO_PASSWORD, type TestServer } from './test-server.ts'

type KnownTable =
  | 'template_categories'
  | 'templates'
  | 'places'
  | 'channels'
  | 'sessions'
  | 'deals'
  | 'media'
  | 'users'
  | 'cities'

const idsIn = async ({ db }: TestServer, table: KnownTable): Promise<string[]> =>
  (await db.selectFrom(table).select('id').limit(20).execute()).map(({ id }) => id)

const addOwnTemplates = ({ db }: TestServer, communityId: string, categoryId: string): Promise<string[]> =>
  Promise.all(
    Array.from({ length: 10 }, async (_, position) => {
      const id = newId()
      await db
        .insertInto('templates')
        .values({
          id,
          community_id: communityId,
          category_id: categoryId,
          type: 'Activity',
          name: 'Note',
          description: 'x',
          picto: 'memo',
          position,
        })
        .execute()
      return id
    }),
  )

const readNeighbors = ({ db }: TestServer, communityId: string) =>
  db
    .selectFrom('users')
    .select(['id', 'pseudo'])
    .where('community_id', '=', communityId)
    .where('role', '=', 'neighbor')
    .limit(10)
    .execute()

/** Adds entities of two owners, and reads the other entities to which calls may refer. */
const addEntities = async (server: TestServer, { userId, newUser }: { userId: string; newUser: string }) => {
  const { db } = server
  const home = await server.communityId('les-tilleuls')
  const events = await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      addEvent(server, { userId: at % 2 ? userId : newUser, description: 'Bonjour' }),
    ),
  )
  const media = await idsIn(server, 'media')
  const templates = await idsIn(server, 'templates')
  const { category_id } = await db.selectFrom('templates').select('category_id').limit(1).executeTakeFirstOrThrow()
  const ownTemplates = await addOwnTemplates(server, home, category_id)
  const neighbors = (await readNeighbors(server, home)).concat({ id: newUser, pseudo: 'nobody' })
  const messages = await addMessages(server, home, newUser, userId, 30)
  const goodDeals = await Promise.all(Array.from({ length: 10 }, () => addDeal(server)))
  const dealCategories = (await db.selectFrom('deal_categories').select('id').execute()).map(({ id }) => id)
  const { custom_uri } = await db.selectFrom('deals').select('custom_uri').limit(1).executeTakeFirstOrThrow()
  return {
    home,
    events,
    media,
    templates,
    ownTemplates,
    neighbors,
    messages,
    goodDeals,
    categories: [
      category_id,
      category_id,
      ...(await idsIn(server, 'template_categories')),
      ...dealCategories,
      ...dealCategories,
    ],
    customUri: custom_uri,
  }
}

/** Values that are the same in every database. */
const fixedValues: KnownValues = {
  text: ['Bonjour', 'Merci', ''],
  image: [null, null, null, '/media/x'],
  location: [null, null, { latitude: 45.9, longitude: 6.1 }],
  groupId: [null],
  dateId: [null, 'now', 'together', '2026-02-30'],
  timeId: [null, null, '10:00'],
  choiceId: [null],
  channelId: [null],
  category: [null],
  picto: ['memo'],
  until: [null, null, '07:00'],
  email: ['neighbor@demo.example', 'nobody@demo.example', 'é@x'],
  password: [DEMO_PASSWORD, 'wrong'],
  code: ['123456', 'ABCD-EFGH-JKLM', '١٢٣٤٥٦', 'ABCDEÉ', '１２３４５６'],
  currentpassword: [DEMO_PASSWORD, 'wrong'],
  registerkey: ['GARE-DEMO-2026', 'x'],
  youtubeVideoId: ['dQw4w9WgXcQ', null],
  cityUri: ['annecy'],
  name: ['waving-hand.svg', 'x'],
  page: [1, 2, 51, 10 ** 9],
  cursor: ['x', ''],
  size: ['thumb', 'card', 'full'],
  loc: [
    { type: 'Point', coordinates: [6.1, 45.9] },
    { type: 'Point', coordinates: [6.2, 45.8] },
    { type: 'Point', coordinates: [999, 0] },
  ],
  title: ['Pain du matin', 'Été', ''],
  phone: [null, '+33 4 50 00 12 01', 'x'],
  webSiteUrl: [null, 'four.example', 'javascript:1'],
  fbUrl: [null, 'https://social.example/four'],
  mapPhotoUri: [null, null, '/media/x'],
  choices: [[], [{ name: 'Samedi' }]],
  description: ['Bonjour', 'Un vélo à prêter', ''],
}

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Returns existing values by parameter name, with entities of two owners, so that fuzzed calls find their target. */
export const createKnownValues = async (
  server: TestServer,
  { userId, newUser, device }: { userId: string; newUser: string; device: string },
): Promise<{ known: KnownValues; goodDeals: string[] }> => {
  const entities = await addEntities(server, { userId, newUser })
  const { home, events, media, templates, ownTemplates, neighbors, messages, goodDeals } = entities
  const people = neighbors.map(({ id }) => id)
  const days = [dayIn(4), dayIn(24)]
  const ids = (table: KnownTable) => idsIn(server, table)
  const known: KnownValues = {
    ...fixedValues,
    id: [
      ...[events, events, events, ownTemplates, ownTemplates, messages, people, people].flat(),
      ...templates.slice(0, 5),
      ...media.slice(0, 5),
      ...goodDeals,
      ...goodDeals,
      newId(),
    ],
    to: [null, ...days, ...days, ...days, ...people, ...people],
    userId: [null, ...people],
    pseudo: [null, ...neighbors.map(({ pseudo }) => pseudo)],
    eventId: [null, null, null, ...events.slice(0, 5)],
    templateId: [...ownTemplates, ...templates],
    categoryId: entities.categories,
    goodDealId: [null, null, null, ...(await ids('deals'))],
    locationId: [null, null, ...(await ids('places'))],
    equipmentId: [null, null, ...(await ids('places'))],
    from: [...days, '21:30'],
    communityId: [home, home, await server.communityId('residence-du-lac')],
    idOrUri: ['les-tilleuls', home, 'residence-du-lac'],
    deviceId: [newSecret(), device],
    filter: ['all', 'my', 'community', 'welcome', ...(await ids('template_categories'))],
    channelsIds: [[], await ids('channels')],
    photoUri: [null, ...media.map(id => `/media/${id}`), '/media/x', '//x'],
    cityId: await ids('cities'),
    adUri: [entities.customUri],
    _id: [...(await ids('sessions')), ...goodDeals],
    startDate: [null, days[0], '0000-01-01'],
    endDate: [null, days[1], '2026-02-30'],
  }
  return { known, goodDeals }
}
