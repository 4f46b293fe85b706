// Data export: subscriptions, settings and notifications of a member.
import {
  bothLanguages,
  createPagedExportFile,
  type ExportFile,
  type ExportSubject,
  createExportFile,
} from '#server/kernel/data-export.ts'
import type { Db } from '#server/kernel/postgres/db.ts'

export const exportAlerts = (db: Db, { communityId, userId }: ExportSubject): ExportFile =>
  createExportFile('alerts', async () => {
    const settings = await db
      .selectFrom('notification_settings')
      .select(['all_since', 'muted', 'quiet_from', 'quiet_until'])
      .where('community_id', '=', communityId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    const chosen = await db
      .selectFrom('template_alerts as a')
      .leftJoin('templates as t', 't.id', 'a.subject_id')
      .leftJoin('template_categories as c', 'c.id', 'a.subject_id')
      .select(['a.created_at', 't.name', 't.name_en', 'c.name as category', 'c.name_en as category_en'])
      .where('a.community_id', '=', communityId)
      .where('a.user_id', '=', userId)
      .orderBy('a.created_at')
      .execute()
    return [
      ...(settings?.all_since ? [{ aboutAll: true, since: settings.all_since }] : []),
      ...chosen.map(row => ({
        about: bothLanguages(row.name, row.name_en) ?? bothLanguages(row.category, row.category_en),
        since: row.created_at,
      })),
      ...(settings?.muted ?? []).map(kind => ({ notAbout: kind })),
      ...(settings?.quiet_from ? [{ quietFrom: settings.quiet_from, quietUntil: settings.quiet_until }] : []),
    ]
  })

export const exportNotifications = (db: Db, { communityId, userId }: ExportSubject): ExportFile => {
  const rows = () =>
    db.selectFrom('notifications').where('community_id', '=', communityId).where('user_id', '=', userId)
  return createPagedExportFile('notifications', {
    count: () =>
      rows()
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow(),
    readPage: (after, limit) =>
      rows()
        .select(['id', 'kind', 'told_at', 'is_read'])
        .$if(after !== null, query => query.where('id', '>', after!))
        .orderBy('id')
        .limit(limit)
        .execute(),
    present: ({ kind, told_at, is_read }) => ({ kind, toldAt: told_at, isRead: is_read }),
  })
}
