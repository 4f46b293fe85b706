import type { NotificationKind } from '@parvis/contract/notifications.ts'
import type { Generated } from 'kysely'

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    notification_settings: { community_id: string; user_id: string; all_since: Date | null }
    template_alerts: { community_id: string; user_id: string; subject_id: string; created_at: Date }
    notifications: {
      community_id: string
      user_id: string
      id: string
      kind: NotificationKind
      event_community_id: string
      event_id: string
      told_at: Date
      is_read: Generated<boolean>
    }
    alert_progress: { told_until: Date }
  }
}
