import type { Notification } from '@parvis/contract/notifications.ts'
import { currentAgeRule } from '#server/kernel/minors.ts'
import {
  type NotificationContent,
  type NotificationRow,
  type NotificationSubject,
  notificationSubjectsOf,
} from '#server/kernel/notification-subject.ts'
import type { Platform } from '#server/kernel/platform.ts'

export interface LoadedNotification {
  id: string
  row: NotificationRow
  subject: NotificationSubject
  content: NotificationContent
  view: Notification
}

const presentNotification = (row: NotificationRow, { fields, actors, count }: NotificationContent): Notification => ({
  _id: row.id,
  kind: row.kind,
  communityId: row.community_id,
  ...fields,
  actors,
  count,
  date: row.told_at.toISOString(),
  read: row.is_read,
})

/** Reads what the features say about the subjects of these notifications, one query for each kind of subject. */
export const loadNotifications = async (
  platform: Pick<Platform, 'db' | 'clock' | 'settings' | 'features'>,
  rows: readonly NotificationRow[],
): Promise<LoadedNotification[]> => {
  const subjects = notificationSubjectsOf(platform)
  const bySubjectKind = await Promise.all(
    [...Map.groupBy(rows, row => row.subject_kind)].map(async ([subjectKind, sameKind]) => {
      const subject = subjects.get(subjectKind)
      return [
        subjectKind,
        { subject, contents: await subject?.read(platform.db, sameKind, currentAgeRule(platform)) },
      ] as const
    }),
  )
  const found = new Map(bySubjectKind)
  return rows.flatMap(row => {
    const { subject, contents } = found.get(row.subject_kind)!
    const content = contents?.get(row)
    return subject && content ? [{ id: row.id, row, subject, content, view: presentNotification(row, content) }] : []
  })
}
