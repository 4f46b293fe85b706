import type { NotificationKind, SwitchedKind } from '@parvis/contract/notifications.ts'
import type { ColumnType, Generated } from 'kysely'

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    notification_settings: {
      community_id: string
      user_id: string
      all_since: Date | null
      muted: Generated<SwitchedKind[]>
      quiet_from: Generated<string | null>
      quiet_until: Generated<string | null>
    }
    template_alerts: { community_id: string; user_id: string; subject_id: string; created_at: Date }
    /** What one is about is its event, its conversation, its deal, its person, its case or a removed event: one of the six. */
    notifications: {
      community_id: string
      user_id: string
      id: string
      kind: NotificationKind
      event_community_id: string | null
      event_id: string | null
      conversation_community_id: string | null
      conversation_id: string | null
      /** The messages that it tells of: after the first place, up to the last. */
      from_place: number | null
      place: number | null
      deal_id: string | null
      person_id: string | null
      case_id: string | null
      gone_event_id: string | null
      gone: ColumnType<object | null, string | null, string | null>
      told_at: Date
      is_read: Generated<boolean>
    }
    alert_progress: { told_until: Date }
  }
}
