import { dealNameOf, getDeal, listDealCategories, listDeals } from '@parvis/contract/deals.ts'
import type { FastifyInstance } from 'fastify'
import { fail } from '#server/kernel/errors.ts'
import { readPage } from '#server/kernel/http/pagination.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { serve } from '#server/kernel/http/serve.ts'
import { canSeeDeal, mustHaveDeals } from './deals.policy.ts'
import { presentDeal, presentDealCategory } from './deals.presenter.ts'
import { findCommunityDeals, findDeal, findDealCategories, findDealCommunity } from './deals.queries.ts'

export const dealsRoutes = (app: FastifyInstance, { db }: Platform) => {
  serve(app, listDealCategories, [mustHaveDeals], async () => (await findDealCategories(db)).map(presentDealCategory))

  serve(app, listDeals, [mustHaveDeals], ({ query, actor }) =>
    readPage(query, {
      scope: ['deals', actor.communityId, query.filter],
      find: start => findCommunityDeals(db, actor.communityId, { categoryIds: query.filter, start }),
      present: row => presentDeal(actor, row),
    }),
  )

  serve(app, getDeal, [], async ({ query, actor }) => {
    const row = await findDeal(db, dealNameOf(query) ?? fail('badrequest'))
    if (!row || !canSeeDeal(actor, row)) return fail('error404')
    return { ...presentDeal(actor, row), community: await findDealCommunity(db, row, actor?.communityId) }
  })
}
