import { displayName } from '@parvis/contract/entity.ts'
import { type Language, textIn } from '@parvis/contract/language.ts'
import type { Notification } from '@parvis/contract/notifications.ts'
import type { Translate } from '#web/kernel/text/i18n.ts'
import { isolate } from './isolate.tsx'

/** The names of the people who acted, such as "Mehdi B., Jeannine P. and 6 others". */
const actorNames = ({ actors, count }: Pick<Notification, 'actors' | 'count'>, t: Translate): string => {
  const [first, second] = actors.map(actor => isolate(displayName(actor)))
  if (!first) return t('notifications.who.somebody')
  if (count < 2 || !second) return first
  if (count === 2) return t('notifications.who.two', { first, second })
  return t('notifications.who.more', { first, second, others: count - 2 })
}

const titleOf = (named: { title: string | null; lang: { en: { title?: string | null } } } | null, language: Language) =>
  named && textIn(language, named, 'title')

/** Describes reports and appeals to the team, and decisions and their outcome to the author. */
const moderationText = ({ moderation }: Notification, t: Translate): string => {
  const { about = 'post', news = 'report', decision, overturned } = moderation ?? {}
  if (news === 'report' || news === 'appeal') return t(`notifications.moderation.${news}`, { about })
  if (news === 'outcome' || !decision)
    return t(`notifications.moderation.outcome.${overturned ? 'overturned' : 'upheld'}`, { about })
  return t(`notifications.moderation.decision.${decision}`, { about })
}

/** Names have directional isolates. `communityName` is the name of the community of the notification. */
export const notificationTextOf = (
  notification: Notification,
  t: Translate,
  language: Language,
  communityName: string,
): string => {
  const { kind, event, count, approval } = notification
  if (kind === 'message') {
    const subject = titleOf(event ?? null, language)
    if (notification.with === undefined)
      return t('notifications.message.group', { count, title: subject ? isolate(subject) : t('notifications.group') })
    return t('notifications.message', { count, who: actorNames({ ...notification, count: 1 }, t) })
  }
  const who = actorNames(notification, t)
  if (kind === 'welcome') return t('notifications.welcome', { who, count, place: isolate(communityName) })
  if (kind === 'moderation') return moderationText(notification, t)
  if (kind === 'approval') {
    const deal = approval?.deal
    const title = isolate(titleOf(deal ?? null, language) ?? t('notifications.deal'))
    const values = { who, count, title, place: isolate(communityName) }
    const state = approval?.state ?? 'waiting'
    // A company's deal may have the company's name, which is then not repeated.
    if (deal && state === 'waiting' && who === title) return t('notifications.approval.deal.own', values)
    if (deal) return t(`notifications.approval.deal.${state}`, values)
    // A refused newcomer cannot read notifications.
    return t(`notifications.approval.person.${state === 'waiting' ? 'waiting' : 'approved'}`, values)
  }
  // The name of the template is preferred because it is short; the title of a post may be a question.
  const name = kind === 'answer' && event?.template ? textIn(language, event.template, 'name') : null
  const subject = name ?? titleOf(event ?? null, language)
  const isChange = kind === 'changed' || kind === 'calledoff'
  const title = subject
    ? t('notifications.quoted', { title: subject })
    : t(isChange ? 'notifications.untitled.answered' : 'notifications.untitled')
  const values = { who, count, title }
  if (kind === 'alert' || isChange) return t(`notifications.${kind}`, values)
  // A kind of notification that only a later version knows.
  if (kind !== 'answer') return changeNoteOf(notification, language) ?? title
  return t(`notifications.answer.${event?.groupId ?? 'post'}`, values)
}

/** The note on a post that was changed or called off. */
const changeNoteOf = ({ text, lang }: Notification, language: Language) =>
  textIn(language, { text, lang: { en: { text: lang?.en.text } } }, 'text')

/** The latest message of a conversation (in a group with the name of its author), or the note on a changed post. */
export const notificationQuoteOf = (notification: Notification, t: Translate, language: Language): string | null => {
  const { kind, quote, actors, with: other } = notification
  if (kind === 'changed' || kind === 'calledoff') return changeNoteOf(notification, language)
  const [last] = actors
  if (!quote || !last) return null
  return other === undefined
    ? t('notifications.quote', { name: last.firstname ?? displayName(last), text: quote })
    : quote
}

/** The group of the list in which a notification is shown. */
export type AgeGroup = 'new' | 'today' | 'week' | 'before'

const DAYS_OF_A_WEEK = 7
const DAY_MS = 86_400_000

export const ageGroupOf = ({ date }: Notification, isNew: boolean, now: number): AgeGroup => {
  if (isNew) return 'new'
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const at = Date.parse(date)
  return at >= midnight ? 'today' : at >= midnight - (DAYS_OF_A_WEEK - 1) * DAY_MS ? 'week' : 'before'
}
