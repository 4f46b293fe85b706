import { dealNameOf, flagDeal as flagDealCall, getDeal, listDealCategories, listDeals } from '@parvis/contract/deals.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { mustBeOnePage, readPage } from '#server/kernel/http/pagination.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { ruleAndReason } from '#server/kernel/report.ts'
import type { AppContext } from '#server/kernel/feature.ts'
import { serve } from '#server/kernel/http/serve.ts'
import { getOpenCommunity } from '../community/community.service.ts'
import { findCommunityDeals, MOST_DEALS } from './deal-list.queries.ts'
import { createDealMaps } from './deal-maps.presenter.ts'
import { canSeeDeal, dealReaders, mustHaveDeals, ownDealsPlace } from './deals.policy.ts'
import { presentDeal, presentDealCategory } from './deals.presenter.ts'
import { findDeal, findDealCategories, findDealCommunity } from './deals.queries.ts'
import { presentOne, withKeeping } from './deals.service.ts'
import { flagDeal } from './flag-deal.service.ts'

const NO_CATEGORY = '00000000-0000-0000-0000-000000000000'

export const dealsRoutes = (app: FastifyInstance, platform: Platform, { onReport }: AppContext) => {
  const { db, clock } = platform
  const maps = createDealMaps(platform)

  const placeOf = async (communityId: string | undefined, actor: Actor | null) => {
    const place = communityId === undefined ? ownDealsPlace(actor) : await getOpenCommunity(db, communityId, actor)
    mustHaveDeals(place)
    return place
  }

  /** Unknown categories match nothing, and must not create a cache entry of their own. */
  const knownCategories = async (asked: readonly string[] | undefined) => {
    if (!asked?.length) return asked
    const known = new Set((await findDealCategories(db)).map(({ id }) => id))
    const found = asked.map(id => id.toLowerCase()).filter(id => known.has(id))
    return found.length > 0 ? found : [NO_CATEGORY]
  }

  serve(app, listDealCategories, [], async ({ query, actor }) => {
    await placeOf(query.communityId, actor)
    return (await findDealCategories(db)).map(presentDealCategory)
  })

  serve(app, listDeals, [], async ({ query, actor, request }) => {
    const place = await placeOf(query.communityId, actor)
    const key = { communityId: place.id, categoryIds: await knownCategories(query.filter) }
    const read = () => {
      const now = clock.now()
      return readPage(query, {
        scope: ['deals', place.id, query.filter],
        most: MOST_DEALS,
        find: async start => withKeeping(db, actor, await findCommunityDeals(db, { ...key, now, start })),
        present: ({ row, keeping }) => presentDeal(actor, row, now, keeping),
      })
    }
    if (!query.all) return read()
    // A cached list is sent without reading a page.
    mustBeOnePage(query)
    return maps.read({ ...key, readers: dealReaders(actor), asker: actor?.accountId ?? request.address }, read)
  })

  serve(app, getDeal, [], async ({ query, actor }) => {
    const row = await findDeal(db, dealNameOf(query) ?? fail('badrequest'))
    const now = clock.now()
    if (!row || !canSeeDeal(actor, row, now)) return fail('error404')
    return {
      ...(await presentOne(db, actor, row, now)),
      community: await findDealCommunity(db, row, actor?.communityId),
    }
  })

  serve(app, flagDealCall, [], async ({ actor, params, body }) => {
    await flagDeal(platform, onReport, actor, params.id, ruleAndReason(body))
    return { _id: params.id }
  })
}
