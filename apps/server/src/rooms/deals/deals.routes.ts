import { getDeal, listDealCategories, listDeals } from '@parvis/contract/deals.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import type { FastifyInstance } from 'fastify'
import { fail } from '#server/kernel/errors.ts'
import { pageOf, pageStart } from '#server/kernel/page.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { serve } from '#server/kernel/serve.ts'
import { canSeeDeal, mustHaveDeals } from './deals.policy.ts'
import { presentDeal, presentDealCategory, standingOf } from './deals.presenter.ts'
import { findCommunityDeals, findDeal, findDealByUri, findDealCategories } from './deals.queries.ts'

export const dealsRoutes = (app: FastifyInstance, { db }: Platform) => {
  serve(app, listDealCategories, [mustHaveDeals], async () => (await findDealCategories(db)).map(presentDealCategory))

  serve(app, listDeals, [mustHaveDeals], async ({ query, actor }) => {
    const categoryIds = query.filter
    const scope = ['deals', actor.communityId, categoryIds]
    const start = pageStart(query, scope)
    const rows = await findCommunityDeals(db, actor.communityId, { categoryIds, start: query.all ? 'all' : start })
    const shown = query.all ? rows : rows.slice(0, PAGE_SIZE)
    return pageOf(shown.map(row => presentDeal(actor, row)), start, { hasNextPage: rows.length > shown.length, lastId: shown.at(-1)?.id, scope })
  })

  serve(app, getDeal, [], async ({ query, actor }) => {
    const { id, cityUri, adUri } = query
    if (!id && !(cityUri && adUri)) return fail('badrequest')
    const row = id ? await findDeal(db, id) : await findDealByUri(db, cityUri!, adUri!)
    if (!row || !canSeeDeal(actor, standingOf(row))) return fail('error404')
    return presentDeal(actor, row)
  })
}
