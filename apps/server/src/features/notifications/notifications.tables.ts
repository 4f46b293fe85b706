import type { NotificationKind, SwitchableKind } from '@parvis/contract/notifications.ts'
import type { ColumnType, Generated } from 'kysely'

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    notification_settings: {
      community_id: string
      user_id: string
      all_since: Date | null
      muted: Generated<SwitchableKind[]>
      quiet_from: Generated<string | null>
      quiet_until: Generated<string | null>
    }
    template_alerts: { community_id: string; user_id: string; subject_id: string; created_at: Date }
    notifications: {
      community_id: string
      user_id: string
      id: string
      kind: NotificationKind
      /** The kind of thing that the notification is about: see `NotificationSubject`. */
      subject_kind: string
      subject_community_id: string
      subject_id: string
      /** The notification covers the messages after `from_place`, up to `place`. */
      from_place: number | null
      place: number | null
      /** What remains of a subject that the notification outlives. */
      gone: ColumnType<object | null, string | null, string | null>
      told_at: Date
      is_read: Generated<boolean>
    }
    alert_progress: { told_until: Date }
  }
}
