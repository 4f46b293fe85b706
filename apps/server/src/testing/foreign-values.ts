import { listEvents } from '@parvis/contract/feed.ts'
import { newId } from '../kernel/ids.ts'
import { newSecret } from '../kernel/secrets.ts'
import type { CanaryWorld } from './canary-world.ts'
import { asPerson } from './people.ts'
import type { TestServer } from './test-server.ts'

/** Parameter values that do not refer to anything in a community. */
const fixedForeignValues = {
  cityUri: ['annecy'],
  text: ['Bonjour'],
  description: ['Bonjour'],
  size: ['thumb', 'card', 'full'],
  longitude: [6.1286],
  latitude: [45.8987],
  page: [1, 2],
  all: [true],
}

/** Reads the rows of a foreign community to which calls may refer. */
const readForeignRows = async ({ db }: TestServer, { communityId, ids }: CanaryWorld) => {
  const idsIn = async (table: 'templates' | 'template_categories' | 'places' | 'deals') =>
    (await db.selectFrom(table).select('id').where('community_id', '=', communityId).limit(8).execute()).map(
      ({ id }) => id,
    )
  return {
    people: await db
      .selectFrom('users')
      .select(['id', 'pseudo', 'account_id'])
      .where('community_id', '=', communityId)
      .limit(10)
      .execute(),
    channels: (await db.selectFrom('channels').select('id').where('community_id', '=', communityId).execute()).map(
      ({ id }) => id,
    ),
    deals: await idsIn('deals'),
    dealUris: (await db.selectFrom('deals').select('custom_uri').where('community_id', '=', communityId).execute()).map(
      ({ custom_uri }) => custom_uri,
    ),
    templates: await idsIn('templates'),
    places: await idsIn('places'),
    categories: await idsIn('template_categories'),
    canaries: (table: string) => (ids.get(table) ?? []).slice(0, 10),
  }
}

/** Ids, names and texts of a foreign community, by the names of the parameters that accept them. */
export const readForeignValues = async (
  server: TestServer,
  world: CanaryWorld,
  community: string,
): Promise<Record<string, readonly unknown[]>> => {
  const { communityId, words } = world
  const { people, channels, deals, dealUris, templates, places, categories, canaries } = await readForeignRows(
    server,
    world,
  )
  const memberVisitor = (await asPerson(server, { email: `${newId()}@crawl.example`, community })).visitor
  const { nextCursor } = (await memberVisitor.call(listEvents)).answer as { nextCursor?: string | null }
  const users = people.map(({ id }) => id)
  const ids = [
    ...users,
    ...people.map(({ account_id }) => account_id),
    ...['events', 'messages', 'conversations', 'bookings', 'sessions', 'media'].flatMap(canaries),
    ...templates,
    ...places,
    ...deals,
    communityId,
  ]
  const searchInputs = [...words, 'kanari', '%', '_']
  const photoUris = canaries('media').map(id => `/media/${id}`)
  const names: Record<string, readonly unknown[]> = {
    ...fixedForeignValues,
    id: ids,
    _id: ids,
    userId: users,
    to: users,
    targetUserId: users,
    eventId: canaries('events'),
    templateId: templates,
    templatesIds: [templates],
    pseudo: [...people.map(({ pseudo }) => pseudo), 'kanari'],
    idOrUri: [communityId, community],
    communityId: [communityId],
    channelsIds: [channels],
    channelId: channels,
    locationId: places,
    equipmentId: places,
    goodDealId: deals,
    adUri: dealUris,
    categoryId: categories,
    photoUri: photoUris,
    mapPhotoUri: photoUris,
    image: photoUris,
    search: searchInputs,
    name: searchInputs,
    cursor: [nextCursor ?? 'x', ...ids.slice(0, 5)],
    before: ids,
    after: ids,
    upTo: ids,
    filter: ['all', 'my', 'community', communityId],
    file: [`${newSecret()}.ics`, ...ids.slice(0, 4).map(id => `${id}.ics`)],
    tmpId: [newId()],
  }
  return Object.fromEntries(Object.entries(names).filter(([, values]) => values.length > 0))
}

export interface QuerySchema {
  properties?: Record<string, unknown>
  required?: string[]
}

/** Returns URLs of a read call: each known value of each parameter once, and one with the required parameters only. */
export const urlsOfReadCall = (
  path: string,
  query: QuerySchema | undefined,
  known: Record<string, readonly unknown[]>,
): string[] => {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const paths = inPath.reduce<string[]>(
    (filled, name) =>
      filled.flatMap(one =>
        (known[name] ?? ['x']).map(value => one.replace(`:${name}`, encodeURIComponent(`${value}`))),
      ),
    [path],
  )
  const required = (query?.required ?? []).map(
    name => `${name}=${encodeURIComponent(String(known[name]?.[0] ?? '2026-06-01'))}`,
  )
  const fields = Object.keys(query?.properties ?? {}).flatMap(name =>
    (known[name] ?? []).flat().map(value => `${name}=${encodeURIComponent(String(value))}`),
  )
  return paths.flatMap(one => [
    [one, required.join('&')].filter(Boolean).join('?'),
    ...fields.map(
      field => `${one}?${[...required.filter(other => !field.startsWith(`${other.split('=')[0]}=`)), field].join('&')}`,
    ),
  ])
}
