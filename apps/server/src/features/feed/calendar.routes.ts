import { hash } from 'node:crypto'
import {
  changeCalendarAddress,
  getCalendarAddress,
  getCalendarFile,
  getEventFile,
  listCalendar,
  listCalendarDays,
  makeCalendarAddress,
  MAX_COUNTED_DAYS,
  stopCalendarAddress,
} from '@parvis/contract/calendar.ts'
import { eventTimingOf } from '@parvis/contract/event-timing.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { fail } from '#server/kernel/errors.ts'
import { keyedPageStart, createPage } from '#server/kernel/http/pagination.ts'
import { languageOf } from '#server/kernel/http/request-language.ts'
import { Json, serve } from '#server/kernel/http/serve.ts'
import { isId } from '#server/kernel/ids.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import {
  setOnlyMine,
  createCalendarAddress,
  readCalendarAddress,
  readCalendarByAddress,
  removeCalendarAddress,
} from './calendar-address.service.ts'
import { writeCalendarFile } from './calendar-file.ts'
import { findCalendar, findCalendarDays, findPostsForFile } from './calendar.service.ts'
import { writeEvents } from './feed.presenter.ts'
import { findEventFor } from './feed.service.ts'

const isCalendarKey = (key: string) => /^\d{1,15}_/.test(key) && isId(key.slice(key.indexOf('_') + 1))

const parseCalendarKey = (key: string) => ({ startsAt: Number.parseInt(key, 10), id: key.slice(key.indexOf('_') + 1) })

/** `name` must contain nothing of the content, because others may see the list of downloads. */
const setFileHeaders = (reply: FastifyReply, name: string) =>
  reply.headers({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.ics"`,
  })

export const calendarRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db, clock, site } = platform

  serve(app, listCalendar, [], async ({ query, actor }) => {
    const { filter = 'all' } = query
    const scope = ['calendar', actor.communityId, filter, filter === 'my' ? actor.userId : null]
    const { after, skip, page } = keyedPageStart(query, scope, isCalendarKey)
    const found = await findCalendar(platform, actor, filter, {
      after: after === null ? null : parseCalendarKey(after),
      skip,
    })
    const { docs: _, ...envelope } = createPage([], { page }, { ...found, scope })
    const chunks = [Buffer.from('{"docs":'), ...writeEvents(actor, found.events, clock.now())]
    return new Json(Buffer.concat([...chunks, Buffer.from(`,${JSON.stringify(envelope).slice(1)}`)]))
  })

  serve(app, listCalendarDays, [], async ({ query, actor }) => {
    const { filter = 'all', from, to } = query
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
    if (!(days >= 0 && days <= MAX_COUNTED_DAYS)) fail('badrequest', { field: 'to' })
    return findCalendarDays(platform, actor, filter, { from, to })
  })

  serve(app, getCalendarFile, [], async ({ query, actor, request, reply }) => {
    const { lang = languageOf(request), filter = 'all' } = query
    const renderedPosts = await findPostsForFile(platform, actor, filter)
    setFileHeaders(reply, 'parvis')
    return writeCalendarFile(renderedPosts, { language: lang, timezone: actor.community.timezone, origin: site.origin })
  })

  serve(app, getEventFile, [], async ({ params, query, actor, request, reply }) => {
    const { renderedPost } = await findEventFor(platform, actor, params.id)
    const { timezone } = actor.community
    if (!eventTimingOf(renderedPost.shared, timezone)) fail('error404')
    setFileHeaders(reply, 'parvis')
    return writeCalendarFile([renderedPost], {
      language: query.lang ?? languageOf(request),
      timezone,
      origin: site.origin,
    })
  })

  serve(app, getCalendarAddress, [], async ({ actor }) => readCalendarAddress(db, actor))

  serve(app, makeCalendarAddress, [], async ({ actor, body, request }) =>
    createCalendarAddress(platform, actor, { onlyMine: body.onlyMine, language: body.lang ?? languageOf(request) }),
  )

  serve(app, changeCalendarAddress, [], async ({ actor, body }) => setOnlyMine(db, actor, body.onlyMine))

  serve(app, stopCalendarAddress, [], async ({ actor }) => removeCalendarAddress(db, actor))

  app.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
    const file = await readCalendarByAddress(platform, request.params.file.replace(/\.ics$/, ''), request.address)
    const etag = `"${hash('sha256', file, 'base64url').slice(0, 24)}"`
    reply.headers({ 'cache-control': 'private, max-age=300', etag })
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    return setFileHeaders(reply, 'parvis').send(file)
  })
}
