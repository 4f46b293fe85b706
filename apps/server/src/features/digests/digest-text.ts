import type { DigestFrequency } from '@parvis/contract/digests.ts'
import { displayName, type Author } from '@parvis/contract/entity.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { EventTiming } from '@parvis/contract/event-timing.ts'
import { type Language, textIn } from '@parvis/contract/language.ts'
import type { Notification } from '@parvis/contract/notifications.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import type { MailContent } from '#server/kernel/mail/mail-body.ts'
import { joinDateAndTime, formatWeekdayDate, formatPastDay, formatTime } from '#server/kernel/mail/mail-dates.ts'
import type { MailSection } from '#server/kernel/mail/mail-lists.ts'
import { translatorFor } from '#server/kernel/texts.ts'
import type { DigestContent } from './digest-content.service.ts'

export interface DigestContext {
  language: Language
  communityName: string
  rhythm: DigestFrequency
  isFrequencyChosen: boolean
  since: Date
  now: Date
  /** An IANA name. */
  timezone: string
  homeUrl: string
  unsubscribeHref: string
}

type Texts = ReturnType<typeof translatorFor>
type Item = MailSection['items'][number]

const MAX_TITLE_LENGTH = 90
/** Maximum characters of an excerpt; they fill two lines on a wide screen. */
const MAX_EXCERPT_LENGTH = 160
/** A building name longer than this is shown without the word "building" before it. */
const MAX_BUILDING_CODE_LENGTH = 3

const shorten = (text: string, maxLength = MAX_TITLE_LENGTH) => {
  const letters = [...text.trim().replaceAll(/\s+/g, ' ')]
  if (letters.length <= maxLength) return letters.join('')
  const cut = letters
    .slice(0, maxLength)
    .join('')
    .replace(/\s\S{0,30}$/, '')
  return `${[...cut].slice(0, maxLength - 1).join('')}…`
}

const localeOf = (language: Language) => (language === 'fr' ? 'fr-FR' : 'en-GB')

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

const actorText = ({ actors, count }: Notification, t: Texts): string => {
  const [first] = actors.filter(({ deleted }) => !deleted)
  const name = first ? displayName(first) : t('digest.somebody')
  return count > 1 ? t('push.who', { name, more: count - 1 }) : name
}

/** Contains the senders and the number of messages, never their text. */
const messageItem = (notification: Notification, { homeUrl }: DigestContext, t: Texts): Item => {
  const other = notification.with
  return {
    title:
      notification.actors
        .filter(({ deleted }) => !deleted)
        .map(displayName)
        .join(', ') || t('digest.somebody'),
    detail: t(other === undefined ? 'digest.messages.group' : 'digest.messages.count', { count: notification.count }),
    href:
      other === undefined
        ? `${homeUrl}/conversations-de-groupe/${notification.event?._id}`
        : `${homeUrl}/mes-conversations/${encodeURIComponent(other)}`,
  }
}

const answerItem = (notification: Notification, context: DigestContext, t: Texts): Item[] => {
  const { event } = notification
  if (!event) return []
  const title = textIn(context.language, event, 'title')
  return [
    {
      title: t('digest.answers.item', { who: actorText(notification, t), count: notification.count }),
      ...(title && { detail: shorten(title) }),
      href: postHref(event, context),
    },
  ]
}

const sectionsOf = (missed: DigestContent, context: DigestContext, t: Texts): MailSection[] => {
  const { language, homeUrl } = context
  const placeOf = ({ place }: FeedPost) => (place && !place.atAuthor ? textIn(language, place, 'name') : null)
  const more = (count: number, path: string, areMore = false) =>
    count > 0
      ? { more: { label: t(areMore ? 'digest.more.than' : 'digest.more', { count }), href: `${homeUrl}/${path}` } }
      : {}
  const sections: MailSection[] = [
    { title: t('digest.messages'), items: missed.messages.map(notification => messageItem(notification, context, t)) },
    { title: t('digest.answers'), items: missed.answers.flatMap(notification => answerItem(notification, context, t)) },
    {
      title: t('digest.posts'),
      items: missed.posts.map(event => ({
        title: titleOf(event, context, t),
        ...excerptOf(event, context),
        detail: authorOf(event, context, t),
        href: postHref(event, context),
      })),
      ...more(missed.unlistedPostCount, 'actualites', missed.hasUncountedPosts),
    },
    {
      title: t('digest.deals'),
      items: missed.deals.map(deal => {
        const promotion = textIn(language, deal, 'promotion') ?? textIn(language, deal.category, 'name')
        return {
          title: shorten(textIn(language, deal, 'title') ?? t('digest.deal')),
          ...(promotion && { detail: shorten(promotion) }),
          href: `${homeUrl}/annonce?id=${deal._id}`,
        }
      }),
      ...more(missed.unlistedDealCount, 'vie-locale'),
    },
    {
      title: t('digest.coming'),
      items: missed.upcomingEvents.map(({ event, timing }) => ({
        title: titleOf(event, context, t),
        detail: [startOf(timing, context, t), placeOf(event)].filter(Boolean).join(' · '),
        href: postHref(event, context),
      })),
    },
  ]
  return sections.filter(({ items }) => items.length > 0)
}

const summaryOf = (missed: DigestContent, language: Language, t: Texts): string => {
  const counts = {
    messages: missed.messages.reduce((sum, { count }) => sum + count, 0),
    answers: missed.answers.length,
    posts: missed.posts.length + missed.unlistedPostCount,
    deals: missed.deals.length + missed.unlistedDealCount,
  }
  const parts = Object.entries(counts).flatMap(([kind, count]) =>
    count > 0 ? t(`digest.count.${kind === 'posts' && missed.hasUncountedPosts ? 'posts.than' : kind}`, { count }) : [],
  )
  return new Intl.ListFormat(localeOf(language)).format(parts)
}

export const composeDigestMail = (missed: DigestContent, context: DigestContext): MailContent => {
  const { language, communityName, rhythm, isFrequencyChosen, timezone, homeUrl, unsubscribeHref } = context
  const t = translatorFor(language)
  const summary = summaryOf(missed, language, t)
  const since = formatWeekdayDate(language, context.since, timezone)
  return {
    language,
    sober: true,
    subject: t('digest.subject', { community: communityName, summary }),
    preview: t('digest.preview', { since }),
    title: t('digest.title'),
    paragraphs: [t('digest.text', { community: communityName, since, summary })],
    sections: sectionsOf(missed, context, t),
    button: { label: t('digest.button'), href: `${homeUrl}/actualites` },
    footer: [t(`digest.foot.${isFrequencyChosen ? rhythm : 'usual'}`, { community: communityName })],
    footerLinks: [
      { label: t('digest.change'), href: `${homeUrl}/parametres` },
      { label: t('digest.stop'), href: unsubscribeHref },
    ],
  }
}
