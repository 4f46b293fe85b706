import {
  getCity,
  listNearCommunities,
  MOST_NEAR,
  searchCities,
  requestCommunity,
  searchCommunities,
} from '@parvis/contract/find.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { keyedPageStart, pageOf } from '#server/kernel/http/pagination.ts'
import { serve } from '#server/kernel/http/serve.ts'
import { isId } from '#server/kernel/ids.ts'
import { limitByAsker } from '#server/kernel/limits/concurrency-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { typedName } from './place-code.ts'
import { askForCommunity } from './request.service.ts'
import { presentCity, presentListedCommunity } from './community.presenter.ts'
import {
  type CityKey,
  type CityRow,
  findCities,
  findCity,
  findOpenCommunities,
  type Whereabouts,
} from './find.queries.ts'

/** 6,459 of 39,604 towns have a name that starts with "s": scanning them takes 31 to 49 ms. */
const SEARCHES_AT_ONCE = 2
/** Per caller; many people at one place share an address. */
const MOST_SEARCHES_WAITING = 20
const MOST_SEARCHES_IN_ALL = 200
const BACK_IN_S = 5

/** Null without a position; one coordinate alone is an error. */
const whereaboutsOf = ({ longitude, latitude }: Partial<Whereabouts>): Whereabouts | null => {
  if (longitude === undefined && latitude === undefined) return null
  if (longitude === undefined) return fail('badrequest', { field: 'longitude' })
  if (latitude === undefined) return fail('badrequest', { field: 'latitude' })
  return { longitude, latitude }
}

/** Cursor key of a town: the part of the list (0 with communities, 1 without), then its id. */
const isCityKey = (text: string) => /^[01]/.test(text) && isId(text.slice(1))
const cityKey = ({ communities_count: count, id }: CityRow) => `${count > 0 ? 0 : 1}${id}`
const readCityKey = (key: string): CityKey => ({ withCommunities: key.startsWith('0'), id: key.slice(1) })

export const findRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db } = platform
  const inTurn = limitByAsker({
    atOnce: SEARCHES_AT_ONCE,
    mostOfOne: MOST_SEARCHES_WAITING,
    mostInAll: MOST_SEARCHES_IN_ALL,
    backInS: BACK_IN_S,
  })
  const askerOf = ({ actor, request }: { actor: Actor | null; request: { address: string } }) =>
    actor?.accountId ?? request.address

  serve(app, searchCities, [], async ({ query, ...by }) => {
    const from = whereaboutsOf(query)
    const scope = ['cities', query.name, from]
    const start = keyedPageStart(query, scope, isCityKey)
    const page = {
      name: query.name && typedName(query.name),
      from,
      after: start.after === null ? null : readCityKey(start.after),
      skip: start.skip,
      limit: PAGE_SIZE + 1,
    }
    const rows = await inTurn(askerOf(by), () => findCities(db, page))
    const shown = rows.slice(0, PAGE_SIZE)
    const last = shown.at(-1)
    return pageOf(shown.map(presentCity), start, {
      hasNextPage: rows.length > shown.length,
      lastKey: last && cityKey(last),
      scope,
    })
  })

  serve(app, getCity, [], async ({ params }) => presentCity((await findCity(db, params.cityId)) ?? fail('error404')))

  serve(app, searchCommunities, [], async ({ query, ...by }) => {
    const { name, cityId } = query
    const from = whereaboutsOf(query)
    const scope = ['communities', name, cityId, from]
    const start = keyedPageStart(query, scope, isId)
    const page = { ...start, name: name && typedName(name), cityId, from, limit: PAGE_SIZE + 1 }
    const rows = await inTurn(askerOf(by), () => findOpenCommunities(db, page))
    const shown = rows.slice(0, PAGE_SIZE)
    return pageOf(shown.map(presentListedCommunity), start, {
      hasNextPage: rows.length > shown.length,
      lastKey: shown.at(-1)?.id,
      scope,
    })
  })

  serve(app, listNearCommunities, [], async ({ query, ...by }) => {
    const page = { from: query, after: null, skip: 0, limit: MOST_NEAR, onMap: true }
    return (await inTurn(askerOf(by), () => findOpenCommunities(db, page))).map(presentListedCommunity)
  })

  serve(app, requestCommunity, [], async ({ body, request }) => ({
    _id: await askForCommunity(platform, body, request.address),
  }))
}
