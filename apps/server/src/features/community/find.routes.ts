import {
  getCity,
  listNearCommunities,
  MAX_NEAR_COMMUNITIES,
  searchCities,
  searchCommunities,
} from '@parvis/contract/find.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { keyedPageStart, createPage } from '#server/kernel/http/pagination.ts'
import { serve } from '#server/kernel/http/serve.ts'
import { isId } from '#server/kernel/ids.ts'
import { limitConcurrencyByCaller } from '#server/kernel/limits/concurrency-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { cleanTypedName } from './place-code.ts'
import { presentCity, presentListedCommunity } from './community.presenter.ts'
import {
  type CityKey,
  type CityRow,
  findCities,
  findCity,
  findPublicCommunities,
  type GeoPosition,
} from './find.queries.ts'

/** One search can take 31 to 49 ms: 6,459 of 39,604 towns have a name that starts with "s". */
const MAX_CONCURRENT_SEARCHES = 2
/** Maximum number of waiting searches per caller; generous, because many people at one site share an IP address. */
const MAX_QUEUED_PER_CALLER = 20
const MAX_QUEUED_TOTAL = 200
const RETRY_AFTER_S = 5

/** Null if neither coordinate is given; one coordinate alone is an error. */
const positionOf = ({ longitude, latitude }: Partial<GeoPosition>): GeoPosition | null => {
  if (longitude === undefined && latitude === undefined) return null
  if (longitude === undefined) return fail('badrequest', { field: 'longitude' })
  if (latitude === undefined) return fail('badrequest', { field: 'latitude' })
  return { longitude, latitude }
}

/** Cursor key of a town: the part of the list (0 with communities, 1 without), then its id. */
const isCityKey = (text: string) => /^[01]/.test(text) && isId(text.slice(1))
const cityKey = ({ communities_count: count, id }: CityRow) => `${count > 0 ? 0 : 1}${id}`
const readCityKey = (key: string): CityKey => ({ hasCommunities: key.startsWith('0'), id: key.slice(1) })

export const communitySearchRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db } = platform
  const withSearchLimit = limitConcurrencyByCaller({
    concurrency: MAX_CONCURRENT_SEARCHES,
    maxPerCaller: MAX_QUEUED_PER_CALLER,
    maxTotal: MAX_QUEUED_TOTAL,
    retryAfterSeconds: RETRY_AFTER_S,
  })
  const callerOf = ({ actor, request }: { actor: Actor | null; request: { address: string } }) =>
    actor?.accountId ?? request.address

  serve(app, searchCities, [], async ({ query, ...caller }) => {
    const from = positionOf(query)
    const scope = ['cities', query.name, from]
    const start = keyedPageStart(query, scope, isCityKey)
    const page = {
      name: query.name && cleanTypedName(query.name),
      from,
      after: start.after === null ? null : readCityKey(start.after),
      skip: start.skip,
      limit: PAGE_SIZE + 1,
    }
    const rows = await withSearchLimit(callerOf(caller), () => findCities(db, page))
    const pageRows = rows.slice(0, PAGE_SIZE)
    const last = pageRows.at(-1)
    return createPage(pageRows.map(presentCity), start, {
      hasNextPage: rows.length > pageRows.length,
      lastKey: last && cityKey(last),
      scope,
    })
  })

  serve(app, getCity, [], async ({ params }) => presentCity((await findCity(db, params.cityId)) ?? fail('error404')))

  serve(app, searchCommunities, [], async ({ query, ...caller }) => {
    const { name, cityId } = query
    const from = positionOf(query)
    const scope = ['communities', name, cityId, from]
    const start = keyedPageStart(query, scope, isId)
    const page = { ...start, name: name && cleanTypedName(name), cityId, from, limit: PAGE_SIZE + 1 }
    const rows = await withSearchLimit(callerOf(caller), () => findPublicCommunities(db, page))
    const pageRows = rows.slice(0, PAGE_SIZE)
    return createPage(pageRows.map(presentListedCommunity), start, {
      hasNextPage: rows.length > pageRows.length,
      lastKey: pageRows.at(-1)?.id,
      scope,
    })
  })

  serve(app, listNearCommunities, [], async ({ query, ...caller }) => {
    const page = { from: query, after: null, skip: 0, limit: MAX_NEAR_COMMUNITIES, onlyWithPosition: true }
    return (await withSearchLimit(callerOf(caller), () => findPublicCommunities(db, page))).map(presentListedCommunity)
  })
}
