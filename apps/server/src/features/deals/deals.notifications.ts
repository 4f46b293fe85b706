import type { ApprovalState } from '@parvis/contract/notifications.ts'
import { sql } from 'kysely'
import type { NotificationSubject } from '#server/kernel/notification-subject.ts'
import { approvalDelivery, canSeeApproval } from '../membership/approval.presenter.ts'
import { notificationsAsRows } from '../notifications/notifications.columns.ts'
import { authorColumn, type AuthorRow, presentAuthor } from '#server/kernel/author.ts'

interface DealNotificationRow {
  at: number
  id: string
  title: string | null
  title_en: string | null
  state: ApprovalState
  author: AuthorRow
}

/** A pending deal, for staff; for its author, the decision. */
export const dealSubject: NotificationSubject = {
  subjectKind: 'deal',
  deliveries: {
    approval: approvalDelivery(
      ({ approval }) =>
        `${approval?.state === 'approved' ? 'annonce' : 'vie-locale/edition'}?id=${approval?.deal?._id}`,
    ),
  },
  isVisible:
    now => sql<boolean>`exists (select from deals d where d.id = n.subject_id and case when d.user_id = r.user_id
    then d.approved_at is not null or d.refused_at is not null
    else r.decides and d.user_id <> all (r.hidden_user_ids) and d.approved_at is null and d.refused_at is null
      and (d.ends_at is null or d.ends_at > ${now}) end offset 0)`,
  exists: sql<boolean>`exists (select from deals d where d.id = n.subject_id)`,
  read: async (db, rows, ageRule) => {
    const found = await sql<DealNotificationRow>`
      select n.at, d.id, d.title, d.title_en, ${authorColumn('au', ageRule)} as author,
        case when d.approved_at is not null then 'approved' when d.refused_at is not null then 'refused' else 'waiting' end as state
      from ${notificationsAsRows(rows)} join deals d on d.id = n.subject_id
      join users au on au.community_id = d.community_id and au.id = d.user_id`.execute(db)
    return new Map(
      found.rows.map(({ at, id, title, title_en, state, author }) => {
        const row = rows[at]!
        const deal = { _id: id, title, lang: { en: { title: title_en } } }
        const actors = author.id === row.user_id ? [] : [presentAuthor(author)]
        return [row, { fields: { approval: { state, deal } }, actors, count: 1 }]
      }),
    )
  },
  canReceive: canSeeApproval,
}
