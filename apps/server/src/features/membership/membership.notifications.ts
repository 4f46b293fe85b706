import { sql } from 'kysely'
import type { NotificationSubject } from '#server/kernel/notification-subject.ts'
import { notificationsAsRows } from '../notifications/notifications.columns.ts'
import { authorColumn, type AuthorRow, presentAuthor } from '#server/kernel/author.ts'
import { approvalDelivery, canSeeApproval } from './approval.presenter.ts'

/** A pending member, for staff; for the member, their own admission. */
export const userSubject: NotificationSubject = {
  subjectKind: 'user',
  deliveries: { approval: approvalDelivery(() => 'actualites') },
  isVisible: () => sql<boolean>`(n.subject_id = r.user_id or (r.decides and exists (
    select from users p where p.community_id = n.subject_community_id and p.id = n.subject_id
      and p.id <> all (r.hidden_user_ids) and p.enabled_at is null and p.disabled_at is null offset 0)))`,
  exists: sql<boolean>`exists (select from users p where p.community_id = n.subject_community_id and p.id = n.subject_id and p.erased_at is null)`,
  read: async (db, rows, ageRule) => {
    const found = await sql<{ at: number; author: AuthorRow }>`
      select n.at, ${authorColumn('p', ageRule)} as author from ${notificationsAsRows(rows)}
      join users p on p.community_id = n.subject_community_id and p.id = n.subject_id`.execute(db)
    return new Map(
      found.rows.map(({ at, author }) => {
        const row = rows[at]!
        const isOwn = row.subject_id === row.user_id
        const approval = { state: isOwn ? ('approved' as const) : ('waiting' as const), deal: null }
        return [row, { fields: { approval }, actors: isOwn ? [] : [presentAuthor(author)], count: 1 }]
      }),
    )
  },
  canReceive: canSeeApproval,
}
