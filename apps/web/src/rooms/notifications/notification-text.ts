import { displayName } from '@parvis/contract/entity.ts'
import { type Language, textIn } from '@parvis/contract/language.ts'
import type { Notification } from '@parvis/contract/notifications.ts'
import type { Translate } from '#web/kernel/text/i18n.ts'
import { isolate } from './isolated.tsx'

/** "Mehdi B., Jeannine P. and 6 others". */
const whoOf = ({ actors, count }: Notification, t: Translate): string => {
  const [first, second] = actors.map(actor => isolate(displayName(actor)))
  if (!first) return t('notifications.who.somebody')
  if (count < 2 || !second) return first
  if (count === 2) return t('notifications.who.two', { first, second })
  return t('notifications.who.more', { first, second, others: count - 2 })
}

/** What a row says; names are isolated. */
export const textOf = (notification: Notification, t: Translate, language: Language): string => {
  const { kind, event, count } = notification
  // what an answer is about is short: the template's name, where a title may be a question of its own
  const name = kind === 'answer' && event?.template ? textIn(language, event.template, 'name') : null
  const said = name ?? (event && textIn(language, event, 'title'))
  const title = said ? t('notifications.quoted', { title: said }) : t('notifications.untitled')
  const given = { who: whoOf(notification, t), count, title }
  if (kind === 'alert') return t('notifications.alert', given)
  return t(`notifications.answer.${event?.groupId ?? 'post'}`, given)
}

/** Under which heading it stands. */
export type Age = 'new' | 'today' | 'week' | 'before'

const DAYS_OF_A_WEEK = 7
const DAY_MS = 86_400_000

export const ageOf = ({ date }: Notification, isNew: boolean, now: number): Age => {
  if (isNew) return 'new'
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const at = Date.parse(date)
  return at >= midnight ? 'today' : at >= midnight - (DAYS_OF_A_WEEK - 1) * DAY_MS ? 'week' : 'before'
}
