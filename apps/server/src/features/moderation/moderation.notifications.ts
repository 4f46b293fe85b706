import type { Notification } from '@parvis/contract/notifications.ts'
import { sql } from 'kysely'
import type { NotificationSubject } from '#server/kernel/notification-subject.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { notificationsAsRows } from '../notifications/notifications.columns.ts'
import { type CaseNewsRow, caseNewsColumn, isCaseForRecipient } from './moderation.columns.ts'

const isForStaff = ({ moderation }: Notification) => moderation?.news === 'report' || moderation?.news === 'appeal'

/** A case, for those who decide on it; for its author, the decision and the outcome of the appeal. */
export const caseSubject: NotificationSubject = {
  subjectKind: 'case',
  deliveries: {
    moderation: {
      ttl: DAY_MS / 1000,
      urgency: 'normal',
      textKey: notification => (isForStaff(notification) ? 'moderation.team' : 'moderation.author'),
      path: notification =>
        `${isForStaff(notification) ? 'gestion/signalement?id' : 'regles?decision'}=${notification.moderation?.caseId}`,
    },
  },
  isVisible: () =>
    sql<boolean>`exists (select from moderation_cases k where k.id = n.subject_id and ${isCaseForRecipient} offset 0)`,
  exists: sql<boolean>`exists (select from moderation_cases k where k.id = n.subject_id)`,
  read: async (db, rows) => {
    const found = await sql<{ at: number; case: CaseNewsRow }>`
      select n.at, ${caseNewsColumn(sql`n.user_id`)} as case from ${notificationsAsRows(rows)}
      join moderation_cases k on k.id = n.subject_id`.execute(db)
    return new Map(
      found.rows.map(({ at, case: { id: caseId, about, news, decision, overturned } }) => [
        rows[at]!,
        { fields: { moderation: { caseId, about, news, decision, overturned } }, actors: [], count: 1 },
      ]),
    )
  },
}
