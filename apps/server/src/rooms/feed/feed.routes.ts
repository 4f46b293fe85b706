import { listEvents } from '@parvis/contract/feed.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { isAdminLike } from '@parvis/contract/roles.ts'
import type { FastifyInstance } from 'fastify'
import { pageOf, pageStart } from '#server/kernel/page.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { serve } from '#server/kernel/serve.ts'
import { presentEvent } from './feed.presenter.ts'
import { findFeedPage } from './feed.queries.ts'

export const feedRoutes = (app: FastifyInstance, { db }: Platform) => {
  serve(app, listEvents, [], async ({ query, actor }) => {
    const { filter = 'all' } = query
    const search = query.search?.trim() ?? ''
    const scope = ['events', actor.communityId, filter, search, filter === 'my' ? actor.userId : null]
    const start = pageStart(query, scope)
    const rows = await findFeedPage(db, { actor, filter, search, start, seesEveryAnswer: isAdminLike(actor.role) })
    const shown = rows.slice(0, PAGE_SIZE)
    return {
      ...pageOf(shown.map(row => presentEvent(actor, row)), start, { hasNextPage: rows.length > PAGE_SIZE, lastId: shown.at(-1)?.id, scope }),
      templatesUpdateTimestamp: actor.community.templatesUpdatedAt.toISOString(),
    }
  })
}
