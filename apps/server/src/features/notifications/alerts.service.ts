// Members choose which posts they are notified of: all posts, those from chosen templates or categories, or none.
import type { AlertStatus } from '@parvis/contract/notifications.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { recordAttempts, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { findAlertSubjectIds, findAlertStatus, findAlertSubjects } from './alerts.queries.ts'
import { canSubscribeTo, canReadPostsOf } from './notifications.policy.ts'

export const ALERTS_PER_MINUTE = 60

/** Changes alert settings in a transaction, which also counts the change against the rate limit. */
export const changeAlertSettings = (
  platform: Platform,
  { userId }: Pick<Actor, 'userId'>,
  change: (tx: Tx) => Promise<unknown>,
): Promise<void> =>
  inTransaction(platform.db, async tx => {
    await recordAttempts(tx, [{ bucket: `alerts ${userId}`, max: ALERTS_PER_MINUTE, windowMs: MINUTE_MS }])
    await change(tx)
  })

export const setAlertsForAllPosts = async (
  platform: Platform,
  actor: Actor,
  isForAllPosts: boolean,
): Promise<{ status?: AlertStatus }> => {
  const { communityId: community_id, userId: user_id } = actor
  const all_since = isForAllPosts ? platform.clock.now() : null
  await changeAlertSettings(platform, actor, tx =>
    tx
      .insertInto('notification_settings')
      .values({ community_id, user_id, all_since })
      .onConflict(conflict => conflict.columns(['community_id', 'user_id']).doUpdateSet({ all_since }))
      .execute(),
  )
  return findAlertStatus(platform.db, actor)
}

/**
 * Subscribes to all of these templates and categories or to none. Throws `error404` if the actor cannot read posts of
 * one of them, `forbidden` if one of them accepts no alerts.
 */
export const addAlerts = async (
  platform: Platform,
  actor: Actor,
  requestedIds: readonly string[],
): Promise<string[]> => {
  const { db, clock } = platform
  const ids = [...new Set(requestedIds.map(id => id.toLowerCase()))].toSorted()
  const subjects = await findAlertSubjects(db, ids)
  for (const id of ids) {
    const subject = subjects.get(id)
    if (!subject || !canReadPostsOf(actor, subject)) return fail('error404', { field: 'templatesIds' })
    if (!canSubscribeTo(actor, subject)) fail('forbidden')
  }
  const created_at = clock.now()
  await changeAlertSettings(platform, actor, tx =>
    tx
      .insertInto('template_alerts')
      .values(
        ids.map(subject_id => ({ community_id: actor.communityId, user_id: actor.userId, subject_id, created_at })),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute(),
  )
  return findAlertSubjectIds(db, actor)
}

export const removeAlert = async (platform: Platform, actor: Actor, id: string): Promise<void> => {
  await changeAlertSettings(platform, actor, tx =>
    tx
      .deleteFrom('template_alerts')
      .where('community_id', '=', actor.communityId)
      .where('user_id', '=', actor.userId)
      .where('subject_id', '=', id)
      .execute(),
  )
}
