import {
  answerEvent,
  flagEvent as flagEventCall,
  getEvent as getEventCall,
  getEventCommunity,
  listAnswers,
  listEvents,
  removeEvent as removeEventCall,
  withdrawAnswer,
} from '@parvis/contract/feed.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { isAdminLike } from '@parvis/contract/roles.ts'
import type { FastifyInstance } from 'fastify'
import { fail } from '#server/kernel/errors.ts'
import { pageOf, pageStart } from '#server/kernel/http/pagination.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { serve } from '#server/kernel/http/serve.ts'
import { presentCommunityName } from '../community/community.presenter.ts'
import { presentAuthor } from '../session/author.presenter.ts'
import { setAnswer } from './answer.service.ts'
import { presentEvent } from './feed.presenter.ts'
import { findAnswerers, findEvent, findEventCommunity, findFeedPage } from './feed.queries.ts'
import { getEvent } from './feed.service.ts'
import { flagEvent } from './flag.service.ts'
import { removeEvent } from './remove-event.service.ts'

export const feedRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db, presence, clock } = platform

  serve(app, listEvents, [], async ({ query, actor }) => {
    const { filter = 'all' } = query
    const search = query.search?.trim() ?? ''
    const scope = ['events', actor.communityId, filter, search, filter === 'my' ? actor.userId : null]
    const start = pageStart(query, scope)
    const rows = await findFeedPage(db, { actor, filter, search, start, seesEveryAnswer: isAdminLike(actor.role) })
    const shown = rows.slice(0, PAGE_SIZE)
    const now = clock.now()
    return {
      ...pageOf(
        shown.map(row => presentEvent(actor, row, now)),
        start,
        { hasNextPage: rows.length > PAGE_SIZE, lastId: shown.at(-1)?.id, scope },
      ),
      templatesUpdateTimestamp: actor.community.templatesUpdatedAt.toISOString(),
    }
  })

  serve(app, getEventCall, [], async ({ actor, params }) => getEvent(platform, actor, params.id))

  serve(app, getEventCommunity, [], async ({ params }) =>
    presentCommunityName((await findEventCommunity(db, params.id)) ?? fail('error404')),
  )

  serve(app, answerEvent, [], async ({ actor, params }) => setAnswer(platform, actor, params.id, true))

  serve(app, withdrawAnswer, [], async ({ actor, params }) => setAnswer(platform, actor, params.id, false))

  serve(app, removeEventCall, [], async ({ actor, params }) => {
    await removeEvent(platform, actor, params.id)
    return { _id: params.id }
  })

  serve(app, flagEventCall, [], async ({ actor, params, body }) => {
    await flagEvent(platform, actor, params.id, body.reason)
    return { _id: params.id }
  })

  serve(app, listAnswers, [], async ({ actor, params }) => {
    const row = (await findEvent(db, actor, params.id)) ?? fail('error404')
    const event = presentEvent(actor, row, clock.now())
    if (!event.abilities.seeAnswers) fail('forbidden')
    const online = (userId: string) => (isAdminLike(actor.role) ? { online: presence.isOnline(userId) } : {})
    return {
      ...event,
      interestedUsers: (await findAnswerers(db, row)).map(({ author }) => ({
        ...presentAuthor(author),
        ...online(author.id),
      })),
    }
  })
}
