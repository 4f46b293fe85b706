import type { Notification } from '@parvis/contract/notifications.ts'
import { presentAuthor } from '../session/author.presenter.ts'
import { eventChangeText } from './change-text.ts'
import type { NotificationRow } from './select-notifications.queries.ts'

type Event = NonNullable<Notification['event']>
type Template = NonNullable<Event['template']>

const presentTemplate = (row: NotificationRow['template']): Template | null =>
  row && {
    _id: row.id,
    name: row.name,
    lang: { en: { name: row.name_en } },
    picto: row.picto,
    hue: row.hue as Template['hue'],
  }

const presentEvent = ({ event, template }: NotificationRow): Event | undefined =>
  event
    ? {
        _id: event.id,
        title: event.title,
        lang: { en: { title: event.title_en } },
        groupId: event.group_id,
        template: presentTemplate(template),
      }
    : undefined

const presentChange = (row: NotificationRow): Pick<Notification, 'text' | 'lang'> | undefined =>
  row.change ? { text: eventChangeText('fr', row), lang: { en: { text: eventChangeText('en', row) } } } : undefined

const presentApproval = ({ approval_state: state, deal }: NotificationRow): Notification['approval'] =>
  state
    ? { state, deal: deal && { _id: deal.id, title: deal.title, lang: { en: { title: deal.title_en } } } }
    : undefined

const presentModeration = ({ moderation }: NotificationRow): Notification['moderation'] =>
  moderation
    ? {
        caseId: moderation.id,
        about: moderation.about,
        news: moderation.news,
        decision: moderation.decision,
        overturned: moderation.overturned,
      }
    : undefined

export const presentNotification = (row: NotificationRow): Notification => {
  const [event, approval, moderation] = [presentEvent(row), presentApproval(row), presentModeration(row)]
  return {
    _id: row.id,
    kind: row.kind,
    communityId: row.community_id,
    ...(event && { event }),
    ...(row.conversation_id && { conversationId: row.conversation_id, quote: row.quote }),
    ...(row.other && { with: row.other }),
    ...presentChange(row),
    ...(approval && { approval }),
    ...(moderation && { moderation }),
    actors: row.actors.map(presentAuthor),
    count: row.count,
    date: row.told_at.toISOString(),
    read: row.is_read,
  }
}
