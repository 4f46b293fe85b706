import type { DigestRhythm } from '@parvis/contract/digests.ts'
import { displayName, type Author } from '@parvis/contract/entity.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { Happening } from '@parvis/contract/happening.ts'
import { type Language, textIn } from '@parvis/contract/language.ts'
import type { Notification } from '@parvis/contract/notifications.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import type { MailWords } from '#server/kernel/mail/mail-body.ts'
import { atTime, dayIn, pastDayIn, timeIn } from '#server/kernel/mail/mail-dates.ts'
import type { MailSection } from '#server/kernel/mail/mail-lists.ts'
import { textsIn } from '#server/kernel/texts.ts'
import type { Missed } from './missed.service.ts'

export interface DigestFrame {
  language: Language
  community: string
  rhythm: DigestRhythm
  chosen: boolean
  since: Date
  now: Date
  /** An IANA name. */
  timezone: string
  home: string
  stopHref: string
}

type Texts = ReturnType<typeof textsIn>
type Item = MailSection['items'][number]

const MOST_OF_TITLE = 90
/** Two lines on a wide screen. */
const MOST_OF_TEXT = 160
/** A longer building name is shown without the word "building". */
const LONGEST_MARK = 3

const shortened = (text: string, most = MOST_OF_TITLE) => {
  const letters = [...text.trim().replaceAll(/\s+/g, ' ')]
  if (letters.length <= most) return letters.join('')
  // cuts at a word boundary unless the last word is very long
  const kept = letters
    .slice(0, most)
    .join('')
    .replace(/\s\S{0,30}$/, '')
  return `${[...kept].slice(0, most - 1).join('')}…`
}

const localeOf = (language: Language) => (language === 'fr' ? 'fr-FR' : 'en-GB')

const startOf = ({ startsAt, day, isWholeDay }: Happening, { language, timezone, now }: DigestFrame, t: Texts) => {
  const said = day === dayAt(now.getTime(), timezone) ? t('digest.today') : dayIn(language, startsAt, timezone)
  return isWholeDay ? said : atTime(language, said, timeIn(language, startsAt, timezone))
}

const titleOf = (event: LiveEvent, { language }: DigestFrame, t: Texts): string =>
  shortened(
    textIn(language, event.eventId, 'title') ??
      textIn(language, event.eventId, 'description') ??
      (event.template && textIn(language, event.template, 'name')) ??
      event.videoTitle ??
      t('digest.untitled'),
  )

const beginningOf = (event: LiveEvent, { language }: DigestFrame): { text?: string } => {
  const [title, description] = (['title', 'description'] as const).map(field => textIn(language, event.eventId, field))
  return title && description ? { text: shortened(description, MOST_OF_TEXT) } : {}
}

const buildingOf = ({ building }: Author, t: Texts) =>
  building && (building.length > LONGEST_MARK ? building : t('digest.building', { building }))

/** As in the feed, with the day. The author of a welcome post is the community. */
const authorOf = (event: LiveEvent, { community, language, timezone, now }: DigestFrame, t: Texts): string => {
  const { user, groupId, dateAdded } = event
  const author = groupId === 'welcome' ? [community] : [displayName(user), buildingOf(user, t)]
  return [...author, pastDayIn(language, new Date(dateAdded), { now, timeZone: timezone })].filter(Boolean).join(' · ')
}

const postHref = (event: { _id: string }, { home }: DigestFrame) => `${home}/actualites/publication?id=${event._id}`

const whoOf = ({ actors, count }: Notification, t: Texts): string => {
  const [first] = actors.filter(({ deleted }) => !deleted)
  const name = first ? displayName(first) : t('digest.somebody')
  return count > 1 ? t('push.who', { name, more: count - 1 }) : name
}

/** Says who wrote and how many messages, never their text. */
const messageItem = (told: Notification, { home }: DigestFrame, t: Texts): Item => {
  const other = told.with
  return {
    title:
      told.actors
        .filter(({ deleted }) => !deleted)
        .map(displayName)
        .join(', ') || t('digest.somebody'),
    detail: t(other === undefined ? 'digest.messages.group' : 'digest.messages.count', { count: told.count }),
    href:
      other === undefined
        ? `${home}/conversations-de-groupe/${told.event?._id}`
        : `${home}/mes-conversations/${encodeURIComponent(other)}`,
  }
}

const answerItem = (told: Notification, frame: DigestFrame, t: Texts): Item[] => {
  const { event } = told
  if (!event) return []
  const title = textIn(frame.language, event, 'title')
  return [
    {
      title: t('digest.answers.item', { who: whoOf(told, t), count: told.count }),
      ...(title && { detail: shortened(title) }),
      href: postHref(event, frame),
    },
  ]
}

const sectionsOf = (missed: Missed, frame: DigestFrame, t: Texts): MailSection[] => {
  const { language, home } = frame
  const placeOf = ({ place }: LiveEvent) => (place && !place.atAuthor ? textIn(language, place, 'name') : null)
  const more = (count: number, path: string, areMore = false) =>
    count > 0
      ? { more: { label: t(areMore ? 'digest.more.than' : 'digest.more', { count }), href: `${home}/${path}` } }
      : {}
  const sections: MailSection[] = [
    { title: t('digest.messages'), items: missed.messages.map(told => messageItem(told, frame, t)) },
    { title: t('digest.answers'), items: missed.answers.flatMap(told => answerItem(told, frame, t)) },
    {
      title: t('digest.posts'),
      items: missed.posts.map(event => ({
        title: titleOf(event, frame, t),
        ...beginningOf(event, frame),
        detail: authorOf(event, frame, t),
        href: postHref(event, frame),
      })),
      ...more(missed.morePosts, 'actualites', missed.areMore),
    },
    {
      title: t('digest.deals'),
      items: missed.deals.map(deal => {
        const promotion = textIn(language, deal, 'promotion') ?? textIn(language, deal.category, 'name')
        return {
          title: shortened(textIn(language, deal, 'title') ?? t('digest.deal')),
          ...(promotion && { detail: shortened(promotion) }),
          href: `${home}/annonce?id=${deal._id}`,
        }
      }),
      ...more(missed.moreDeals, 'vie-locale'),
    },
    {
      title: t('digest.coming'),
      items: missed.coming.map(({ event, when }) => ({
        title: titleOf(event, frame, t),
        detail: [startOf(when, frame, t), placeOf(event)].filter(Boolean).join(' · '),
        href: postHref(event, frame),
      })),
    },
  ]
  return sections.filter(({ items }) => items.length > 0)
}

const summaryOf = (missed: Missed, language: Language, t: Texts): string => {
  const counts = {
    messages: missed.messages.reduce((sum, { count }) => sum + count, 0),
    answers: missed.answers.length,
    posts: missed.posts.length + missed.morePosts,
    deals: missed.deals.length + missed.moreDeals,
  }
  const said = Object.entries(counts).flatMap(([kind, count]) =>
    count > 0 ? t(`digest.count.${kind === 'posts' && missed.areMore ? 'posts.than' : kind}`, { count }) : [],
  )
  return new Intl.ListFormat(localeOf(language)).format(said)
}

/** The text of a digest mail, in the language of the recipient. */
export const digestWords = (missed: Missed, frame: DigestFrame): MailWords => {
  const { language, community, rhythm, chosen, timezone, home, stopHref } = frame
  const t = textsIn(language)
  const summary = summaryOf(missed, language, t)
  const since = dayIn(language, frame.since, timezone)
  return {
    language,
    sober: true,
    subject: t('digest.subject', { community, summary }),
    preview: t('digest.preview', { since }),
    title: t('digest.title'),
    paragraphs: [t('digest.text', { community, since, summary })],
    sections: sectionsOf(missed, frame, t),
    button: { label: t('digest.button'), href: `${home}/actualites` },
    foot: [t(`digest.foot.${chosen ? rhythm : 'usual'}`, { community })],
    footLinks: [
      { label: t('digest.change'), href: `${home}/parametres` },
      { label: t('digest.stop'), href: stopHref },
    ],
  }
}
