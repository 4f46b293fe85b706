import type { AlertStatus } from '@parvis/contract/notifications.ts'
import type { CommunityType } from '@parvis/contract/community.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { type AlertSubject, canSubscribeTo } from './notifications.policy.ts'

export const findAlertSubjects = async (db: Db, ids: readonly string[]): Promise<Map<string, AlertSubject>> => {
  const { rows } = await sql<{
    id: string
    community_id: string | null
    organization_id: string | null
    accepts: boolean
    community_types: CommunityType[] | null
  }>`
    select s.id, s.community_id, c.organization_id, s.accepts, s.community_types from (
      select id, community_id, accept_notif as accepts, community_types from templates where id = any (${ids}::uuid[]) and removed_at is null
      union all select id, community_id, true, null from template_categories where id = any (${ids}::uuid[])) s
    left join communities c on c.id = s.community_id`.execute(db)
  return new Map(
    rows.map(({ id, community_id, organization_id, accepts, community_types }) => [
      id,
      {
        originCommunity: community_id ? { communityId: community_id, organizationId: organization_id } : null,
        acceptsAlerts: accepts,
        communityTypes: community_types,
      },
    ]),
  )
}

/**
 * Returns the ids of the templates and categories to which the actor has subscribed and may still subscribe, in order
 * of subscription.
 */
export const findAlertSubjectIds = async (db: Db, actor: Actor): Promise<string[]> => {
  const chosen = await db
    .selectFrom('template_alerts')
    .select('subject_id as id')
    .where('community_id', '=', actor.communityId)
    .where('user_id', '=', actor.userId)
    .orderBy('created_at')
    .orderBy('subject_id')
    .execute()
  if (chosen.length === 0) return []
  const subjects = await findAlertSubjects(
    db,
    chosen.map(({ id }) => id),
  )
  return chosen.flatMap(({ id }) => {
    const subject = subjects.get(id)
    return subject && canSubscribeTo(actor, subject) ? [id] : []
  })
}

export const findAlertStatus = async (db: Db, actor: Actor): Promise<{ status?: AlertStatus }> => {
  const settings = await db
    .selectFrom('notification_settings')
    .select('all_since')
    .where('community_id', '=', actor.communityId)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst()
  if (settings?.all_since) return { status: 'all' }
  return (await findAlertSubjectIds(db, actor)).length > 0 ? { status: 'selection' } : {}
}
