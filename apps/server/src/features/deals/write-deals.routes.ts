import {
  recordDealRoute,
  recordDealView,
  createDeal as createDealCall,
  decideOnDeal as decideOnDealCall,
  drawDealMap as drawDealMapCall,
  editDeal as editDealCall,
  endDeal as endDealCall,
  listManagedDeals,
  removeDeal as removeDealCall,
} from '@parvis/contract/write-deals.ts'
import type { FastifyInstance } from 'fastify'
import { readPage } from '#server/kernel/http/pagination.ts'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { toRuleAndReason } from '#server/kernel/report.ts'
import { requireAbility } from '../session/session.service.ts'
import { countDealRead } from './count-deal.service.ts'
import { createDeal } from './create-deal.service.ts'
import { decideOnDeal } from './decide-on-deal.service.ts'
import { needsApproval } from './deals.policy.ts'
import { presentDeal } from './deals.presenter.ts'
import { withManagement } from './deals.service.ts'
import { drawDealMap } from './draw-deal-map.service.ts'
import { editDeal, endDeal } from './edit-deal.service.ts'
import { countPendingDeals, findManagedDeals, hasApprovedDeal } from './managed-deals.queries.ts'
import { removeDeal } from './remove-deal.service.ts'

export const writeDealsRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db, clock } = platform

  serve(app, listManagedDeals, [requireAbility('writeDeals')], async ({ actor, query }) => {
    const now = clock.now()
    const { waiting = false } = query
    const [page, count, approved] = await Promise.all([
      readPage(query, {
        scope: ['kept deals', actor.userId, waiting],
        find: async start => withManagement(db, actor, await findManagedDeals(db, actor, { waiting, now, start })),
        present: ({ row, management }) => presentDeal(actor, row, now, management),
      }),
      countPendingDeals(db, actor, now),
      hasApprovedDeal(db, actor),
    ])
    return { ...page, waiting: count, needsApproval: needsApproval(actor, approved) }
  })

  serve(app, createDealCall, [requireAbility('writeDeals')], async ({ actor, body, files }) =>
    createDeal(platform, actor, body, files),
  )

  serve(app, editDealCall, [requireAbility('writeDeals')], async ({ actor, params, body, files }) =>
    editDeal(platform, actor, params.id, body, files),
  )

  serve(app, endDealCall, [requireAbility('writeDeals')], async ({ actor, params }) =>
    endDeal(platform, actor, params.id),
  )

  serve(app, removeDealCall, [requireAbility('writeDeals')], async ({ actor, params, query }) =>
    removeDeal(platform, actor, params.id, toRuleAndReason(query)),
  )

  serve(app, decideOnDealCall, [requireAbility('writeDeals')], async ({ actor, params, body }) =>
    decideOnDeal(platform, actor, params.id, body),
  )

  serve(app, drawDealMapCall, [requireAbility('writeDeals')], async ({ actor, body, files }) =>
    drawDealMap(platform, actor, body, files),
  )

  serve(app, recordDealView, [], async ({ actor, params }) => countDealRead(platform, actor, params.id, 'seen'))

  serve(app, recordDealRoute, [], async ({ actor, params }) => countDealRead(platform, actor, params.id, 'route'))
}
