import {
  dealReferenceOf,
  flagDeal as flagDealCall,
  getDeal,
  listDealCategories,
  listDeals,
} from '@parvis/contract/deals.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { assertSinglePage, readPage } from '#server/kernel/http/pagination.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { toRuleAndReason } from '#server/kernel/report.ts'
import { serve } from '#server/kernel/http/serve.ts'
import { getCommunityAccess } from '../community/community.service.ts'
import { findCommunityDeals, MAX_DEALS } from './deal-list.queries.ts'
import { createDealListCache } from './deal-list-cache.presenter.ts'
import { canSeeDeal, dealAudience, assertDealsEnabled, ownDealsCommunity } from './deals.policy.ts'
import { presentDeal, presentDealCategory } from './deals.presenter.ts'
import { findDeal, findDealCategories, findDealCommunity } from './deals.queries.ts'
import { presentSingleDeal, withManagement } from './deals.service.ts'
import { flagDeal } from './flag-deal.service.ts'

const NO_CATEGORY = '00000000-0000-0000-0000-000000000000'

export const dealsRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db, clock } = platform
  const listCache = createDealListCache(platform)

  const resolveCommunity = async (communityId: string | undefined, actor: Actor | null) => {
    const community =
      communityId === undefined ? ownDealsCommunity(actor) : await getCommunityAccess(db, communityId, actor)
    assertDealsEnabled(community)
    return community
  }

  /** Drops unknown categories, which match nothing and would create cache entries of their own. */
  const existingCategories = async (requested: readonly string[] | undefined) => {
    if (!requested?.length) return requested
    const existing = new Set((await findDealCategories(db)).map(({ id }) => id))
    const found = requested.map(id => id.toLowerCase()).filter(id => existing.has(id))
    return found.length > 0 ? found : [NO_CATEGORY]
  }

  serve(app, listDealCategories, [], async ({ query, actor }) => {
    await resolveCommunity(query.communityId, actor)
    return (await findDealCategories(db)).map(presentDealCategory)
  })

  serve(app, listDeals, [], async ({ query, actor, request }) => {
    const community = await resolveCommunity(query.communityId, actor)
    const key = { communityId: community.id, categoryIds: await existingCategories(query.filter) }
    const read = () => {
      const now = clock.now()
      return readPage(query, {
        scope: ['deals', community.id, query.filter],
        maxRows: MAX_DEALS,
        find: async start => withManagement(db, actor, await findCommunityDeals(db, { ...key, now, start })),
        present: ({ row, management }) => presentDeal(actor, row, now, management),
      })
    }
    if (!query.all) return read()
    // The cached list contains all deals, so a page cannot be requested.
    assertSinglePage(query)
    return listCache.read({ ...key, audience: dealAudience(actor), client: actor?.accountId ?? request.address }, read)
  })

  serve(app, getDeal, [], async ({ query, actor }) => {
    const row = await findDeal(db, dealReferenceOf(query) ?? fail('badrequest'))
    const now = clock.now()
    if (!row || !canSeeDeal(actor, row, now)) return fail('error404')
    return {
      ...(await presentSingleDeal(db, actor, row, now)),
      community: await findDealCommunity(db, row, actor?.communityId),
    }
  })

  serve(app, flagDealCall, [], async ({ actor, params, body }) =>
    flagDeal(platform, actor, params.id, toRuleAndReason(body)),
  )
}
