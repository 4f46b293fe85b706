// A digest lists the new posts and the next events, by the rules of the feed: only what the app would show the member at
// this moment.
import { displayName, type Author } from '@parvis/contract/entity.ts'
import { eventTimingOf, type EventTiming } from '@parvis/contract/event-timing.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { textIn } from '@parvis/contract/language.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import type { Actor } from '#server/kernel/actor.ts'
import {
  type DigestContext,
  type DigestPart,
  linkToMore,
  MAX_LISTED_ITEMS,
  shorten,
} from '#server/kernel/digest-part.ts'
import { LAST_ID } from '#server/kernel/ids.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { joinDateAndTime, formatWeekdayDate, formatPastDay, formatTime } from '#server/kernel/mail/mail-dates.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { translatorFor } from '#server/kernel/texts.ts'
import { findCalendar } from './calendar.service.ts'
import { presentEvent } from './feed.presenter.ts'
import { findFeed, type FoundEvent } from './feed.service.ts'

const MAX_UPCOMING_EVENTS = 3
const UPCOMING_DAYS = 7
const MAX_FEED_PAGES = 5
/** Maximum characters of an excerpt; they fill two lines on a wide screen. */
const MAX_EXCERPT_LENGTH = 160
/** A building name longer than this is shown without the word "building" before it. */
const MAX_BUILDING_CODE_LENGTH = 3

type Texts = ReturnType<typeof translatorFor>

interface UpcomingEvent {
  event: FeedPost
  timing: EventTiming
}

const isNewPost = (actor: Actor, { renderedPost }: FoundEvent, since: Date, now: Date) =>
  Date.parse(renderedPost.shared.dateAdded) > since.getTime() &&
  renderedPost.shared.userId !== actor.userId &&
  renderedPost.shared.groupId !== 'weather' &&
  !renderedPost.shared.cancelled &&
  !renderedPost.facts(now).isPast

const findNewPosts = async (platform: Platform, actor: Actor, since: Date) => {
  const now = platform.clock.now()
  const found: FoundEvent[] = []
  let before: string | null = LAST_ID
  for (let page = 0; page < MAX_FEED_PAGES && before; page++) {
    const start = { before, skip: 0, page: 1 }
    const { events, pinned, hasNextPage, lastKey } = await findFeed(platform, {
      actor,
      filter: 'all',
      search: '',
      start,
    })
    found.push(...(pinned ?? []), ...events)
    const oldest = events.at(-1)?.renderedPost.shared.dateAdded
    before = hasNextPage && lastKey && oldest && Date.parse(oldest) > since.getTime() ? lastKey : null
  }
  const posts = found
    .filter(one => isNewPost(actor, one, since, now))
    .map(({ renderedPost, viewerState }) => presentEvent(actor, renderedPost, viewerState, now))
  return { posts, areMore: before !== null }
}

const findUpcoming = async (
  platform: Platform,
  actor: Actor,
  listed: readonly FeedPost[],
): Promise<UpcomingEvent[]> => {
  const now = platform.clock.now()
  const { events } = await findCalendar(platform, actor, 'all', { after: null, skip: 0 })
  return events
    .filter(
      ({ renderedPost }) =>
        !renderedPost.shared.cancelled &&
        !renderedPost.facts(now).isPast &&
        listed.every(({ _id }) => _id !== renderedPost.id),
    )
    .map(({ renderedPost, viewerState }) => presentEvent(actor, renderedPost, viewerState, now))
    .flatMap(event => {
      const timing = eventTimingOf(event, actor.community.timezone)
      return timing && timing.startsAt < now.getTime() + UPCOMING_DAYS * DAY_MS ? [{ event, timing }] : []
    })
    .slice(0, MAX_UPCOMING_EVENTS)
}

const startOf = ({ startsAt, day, isWholeDay }: EventTiming, { language, timezone, now }: DigestContext, t: Texts) => {
  const date =
    day === dayAt(now.getTime(), timezone) ? t('digest.today') : formatWeekdayDate(language, startsAt, timezone)
  return isWholeDay ? date : joinDateAndTime(language, date, formatTime(language, startsAt, timezone))
}

const titleOf = (event: FeedPost, { language }: DigestContext, t: Texts): string =>
  shorten(
    textIn(language, event.eventId, 'title') ??
      textIn(language, event.eventId, 'description') ??
      (event.template && textIn(language, event.template, 'name')) ??
      event.videoTitle ??
      t('digest.untitled'),
  )

const excerptOf = (event: FeedPost, { language }: DigestContext): { text?: string } => {
  const [title, description] = (['title', 'description'] as const).map(field => textIn(language, event.eventId, field))
  return title && description ? { text: shorten(description, MAX_EXCERPT_LENGTH) } : {}
}

const buildingOf = ({ building }: Author, t: Texts) =>
  building && (building.length > MAX_BUILDING_CODE_LENGTH ? building : t('digest.building', { building }))

/** Author and day, as the feed shows them. The author of a welcome post is the community. */
const authorOf = (event: FeedPost, { communityName, language, timezone, now }: DigestContext, t: Texts): string => {
  const { user, groupId, dateAdded } = event
  const author = groupId === 'welcome' ? [communityName] : [displayName(user), buildingOf(user, t)]
  return [...author, formatPastDay(language, new Date(dateAdded), { now, timeZone: timezone })]
    .filter(Boolean)
    .join(' · ')
}

const postHref = (event: { _id: string }, { homeUrl }: DigestContext) =>
  `${homeUrl}/actualites/publication?id=${event._id}`

/** Events of the next seven days, whether or not they are new. They alone are no reason to send a digest. */
const upcomingPart = (
  platform: Platform,
  context: DigestContext,
  t: Texts,
  listed: readonly FeedPost[],
): DigestPart => ({
  place: 'upcoming',
  summary: null,
  render: async () => ({
    title: t('digest.coming'),
    items: (await findUpcoming(platform, context.actor, listed)).map(({ event, timing }) => {
      const { place } = event
      const placeName = place && !place.atAuthor ? textIn(context.language, place, 'name') : null
      return {
        title: titleOf(event, context, t),
        detail: [startOf(timing, context, t), placeName].filter(Boolean).join(' · '),
        href: postHref(event, context),
      }
    }),
  }),
})

export const digestFeed = async (platform: Platform, context: DigestContext): Promise<DigestPart[]> => {
  const t = translatorFor(context.language)
  const { posts, areMore } = await findNewPosts(platform, context.actor, context.since)
  const upcoming = upcomingPart(platform, context, t, posts)
  if (posts.length === 0) return [upcoming]
  const render = () => ({
    title: t('digest.posts'),
    items: posts.slice(0, MAX_LISTED_ITEMS).map(event => ({
      title: titleOf(event, context, t),
      ...excerptOf(event, context),
      detail: authorOf(event, context, t),
      href: postHref(event, context),
    })),
    ...linkToMore(context, posts.length - MAX_LISTED_ITEMS, 'actualites', areMore),
  })
  const summary = t(areMore ? 'digest.count.posts.than' : 'digest.count.posts', { count: posts.length })
  return [{ place: 'posts', summary, render }, upcoming]
}
