import {
  ANSWERERS_PER_PAGE,
  answerEvent,
  flagEvent as flagEventCall,
  getEvent as getEventCall,
  getEventCommunity,
  listAnswers,
  listEvents,
  cancelEvent as cancelEventCall,
  pinEvent as pinEventCall,
  removeEvent as removeEventCall,
  unpinEvent as unpinEventCall,
  withdrawAnswer,
} from '@parvis/contract/feed.ts'
import type { Query } from '@parvis/contract/endpoint.ts'
import { isAdminLike } from '@parvis/contract/roles.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { isId } from '#server/kernel/ids.ts'
import { keyedPageStart, createPage, pageStart } from '#server/kernel/http/pagination.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { Json, serve } from '#server/kernel/http/serve.ts'
import { toRuleAndReason } from '#server/kernel/report.ts'
import { presentCommunityName } from '../community/community.presenter.ts'
import { presentAuthor } from '#server/kernel/author.ts'
import { setAnswer } from './answer.service.ts'
import { presentEvent, writeEvents } from './feed.presenter.ts'
import { findAnswerers, findEventCommunity } from './feed.queries.ts'
import { findEventFor, findFeed, getEvent } from './feed.service.ts'
import { flagEvent } from './flag.service.ts'
import { cancelEvent } from './cancel-event.service.ts'
import { pinEvent, unpinEvent } from './pin.service.ts'
import { removeEvent } from './remove-event.service.ts'

const parseAnswerKey = (key: string) => {
  const [at = '', userId = ''] = key.split('_')
  return { at, userId }
}
const isAnswerKey = (key: string) => /^\d{1,16}_/.test(key) && isId(parseAnswerKey(key).userId)

/** Returns the event with one page of its answerers. Throws `forbidden` unless the viewer may see the answerers. */
const readAnswers = async (platform: Platform, actor: Actor, eventId: string, query: Query<typeof listAnswers>) => {
  const { presence, clock } = platform
  const { renderedPost, viewerState } = await findEventFor(platform, actor, eventId)
  const event = presentEvent(actor, renderedPost, viewerState, clock.now())
  if (!event.abilities.seeAnswers) fail('forbidden')
  const online = (userId: string) => (isAdminLike(actor.role) ? { online: presence.isOnline(userId) } : {})
  const scope = ['answers', eventId, actor.userId]
  const start = keyedPageStart(query, scope, isAnswerKey, ANSWERERS_PER_PAGE)
  const rows = await findAnswerers(platform, eventId, renderedPost.facts(clock.now()), {
    hiddenUserIds: actor.hiddenUserIds,
    after: start.after === null ? null : parseAnswerKey(start.after),
    skip: start.skip,
    limit: ANSWERERS_PER_PAGE + 1,
  })
  const pageRows = rows.slice(0, ANSWERERS_PER_PAGE)
  const last = pageRows.at(-1)
  const { docs: interestedUsers, ...page } = createPage(
    pageRows.map(({ author }) => ({ ...presentAuthor(author), ...online(author.id) })),
    start,
    { hasNextPage: rows.length > pageRows.length, lastKey: last && `${last.at}_${last.author.id}`, scope },
  )
  return { ...event, ...page, interestedUsers }
}

export const feedRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db, clock } = platform

  serve(app, listEvents, [], async ({ query, actor }) => {
    const { filter = 'all', userId: authorId } = query
    const search = query.search?.trim() ?? ''
    const scope = ['events', actor.communityId, authorId ?? filter, search, filter === 'my' ? actor.userId : null]
    const start = pageStart(query, scope)
    const found = await findFeed(platform, { actor, filter, authorId, search, start })
    const { docs: _, ...envelope } = createPage([], start, { ...found, scope })
    const rest = { ...envelope, templatesUpdateTimestamp: actor.community.templatesUpdatedAt.toISOString() }
    const chunks = [Buffer.from('{"docs":'), ...writeEvents(actor, found.events, clock.now())]
    if (found.pinned) chunks.push(Buffer.from(',"pinned":'), ...writeEvents(actor, found.pinned, clock.now()))
    chunks.push(Buffer.from(`,${JSON.stringify(rest).slice(1)}`))
    return new Json(Buffer.concat(chunks))
  })

  serve(app, getEventCall, [], async ({ actor, params }) => getEvent(platform, actor, params.id))

  serve(app, getEventCommunity, [], async ({ params }) =>
    presentCommunityName((await findEventCommunity(db, params.id)) ?? fail('error404')),
  )

  serve(app, answerEvent, [], async ({ actor, params }) => setAnswer(platform, actor, params.id, true))

  serve(app, withdrawAnswer, [], async ({ actor, params }) => setAnswer(platform, actor, params.id, false))

  serve(app, removeEventCall, [], async ({ actor, params, query }) =>
    removeEvent(platform, actor, params.id, toRuleAndReason(query)),
  )

  serve(app, flagEventCall, [], async ({ actor, params, body }) =>
    flagEvent(platform, actor, params.id, toRuleAndReason(body)),
  )

  serve(app, cancelEventCall, [], async ({ actor, params, body }) =>
    cancelEvent(platform, actor, params.id, body.reason),
  )

  serve(app, pinEventCall, [], async ({ actor, params, body }) => pinEvent(platform, actor, params.id, body.until))

  serve(app, unpinEventCall, [], async ({ actor, params }) => unpinEvent(platform, actor, params.id))

  serve(app, listAnswers, [], ({ actor, params, query }) => readAnswers(platform, actor, params.id, query))
}
