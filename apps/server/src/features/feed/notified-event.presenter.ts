import type { Notification } from '@parvis/contract/notifications.ts'
import type { NotifiedEventRow } from './notified-event.columns.ts'

type Event = NonNullable<Notification['event']>
type Template = NonNullable<Event['template']>

const presentTemplate = (row: NotifiedEventRow['template']): Template | null =>
  row && {
    _id: row.id,
    name: row.name,
    lang: { en: { name: row.name_en } },
    picto: row.picto,
    hue: row.hue as Template['hue'],
  }

/** The post that a notification is about, or nothing. */
export const presentNotifiedEvent = ({ event, template }: NotifiedEventRow): Pick<Notification, 'event'> =>
  event
    ? {
        event: {
          _id: event.id,
          title: event.title,
          lang: { en: { title: event.title_en } },
          groupId: event.group_id,
          template: presentTemplate(template),
        },
      }
    : {}
