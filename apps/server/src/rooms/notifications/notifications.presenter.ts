import type { Notification } from '@parvis/contract/notifications.ts'
import { presentAuthor } from '../session/author.presenter.ts'
import type { NotificationRow } from './notifications.queries.ts'

type Template = NonNullable<NonNullable<Notification['event']>['template']>

const presentTemplate = (row: NotificationRow['template']): Template | null =>
  row && {
    _id: row.id,
    name: row.name,
    lang: { en: { name: row.name_en } },
    picto: row.picto,
    hue: row.hue as Template['hue'],
  }

export const presentNotification = (row: NotificationRow): Notification => ({
  _id: row.id,
  kind: row.kind,
  communityId: row.community_id,
  event: {
    _id: row.event_id,
    title: row.title,
    lang: { en: { title: row.title_en } },
    groupId: row.group_id,
    template: presentTemplate(row.template),
  },
  actors: row.actors.map(presentAuthor),
  count: row.count,
  date: row.told_at.toISOString(),
  read: row.is_read,
})
