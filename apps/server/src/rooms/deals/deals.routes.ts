import { dealNameOf, getDeal, listDealCategories, listDeals } from '@parvis/contract/deals.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { readPage } from '#server/kernel/http/pagination.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { serve } from '#server/kernel/http/serve.ts'
import { getOpenCommunity } from '../community/community.service.ts'
import { canSeeDeal, mustHaveDeals, ownDealsPlace } from './deals.policy.ts'
import { presentDeal, presentDealCategory } from './deals.presenter.ts'
import { findCommunityDeals, findDeal, findDealCategories, findDealCommunity } from './deals.queries.ts'

export const dealsRoutes = (app: FastifyInstance, { db }: Platform) => {
  const placeOf = async (communityId: string | undefined, actor: Actor | null) => {
    const place = communityId === undefined ? ownDealsPlace(actor) : await getOpenCommunity(db, communityId, actor)
    mustHaveDeals(place)
    return place
  }

  serve(app, listDealCategories, [], async ({ query, actor }) => {
    await placeOf(query.communityId, actor)
    return (await findDealCategories(db)).map(presentDealCategory)
  })

  serve(app, listDeals, [], async ({ query, actor }) => {
    const place = await placeOf(query.communityId, actor)
    return readPage(query, {
      scope: ['deals', place.id, query.filter],
      find: start => findCommunityDeals(db, place.id, { categoryIds: query.filter, start }),
      present: row => presentDeal(actor, row),
    })
  })

  serve(app, getDeal, [], async ({ query, actor }) => {
    const row = await findDeal(db, dealNameOf(query) ?? fail('badrequest'))
    if (!row || !canSeeDeal(actor, row)) return fail('error404')
    return { ...presentDeal(actor, row), community: await findDealCommunity(db, row, actor?.communityId) }
  })
}
