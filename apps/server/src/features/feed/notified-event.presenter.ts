import { presentTemplateSummary } from '#server/kernel/template-summary.ts'
import type { Notification } from '@parvis/contract/notifications.ts'
import type { NotifiedEventRow } from './notified-event.columns.ts'

/** The post that a notification is about, or nothing. */
export const presentNotifiedEvent = ({ event, template }: NotifiedEventRow): Pick<Notification, 'event'> =>
  event
    ? {
        event: {
          _id: event.id,
          title: event.title,
          lang: { en: { title: event.title_en } },
          groupId: event.group_id,
          template: template && presentTemplateSummary(template),
        },
      }
    : {}
