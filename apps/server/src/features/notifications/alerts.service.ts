// Members choose which posts they are notified of: all, those of chosen templates, or none.
import type { AlertStatus } from '@parvis/contract/notifications.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { recordAttempts, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { findAlerts, findAlertStatus, findSubjects } from './alerts.queries.ts'
import { canSubscribeTo, canReadPostsOf } from './notifications.policy.ts'

export const ALERTS_PER_MINUTE = 60

/** Counts every change against the rate limit, whether or not it succeeds. */
export const changeSettings = (
  platform: Platform,
  { userId }: Pick<Actor, 'userId'>,
  change: (tx: Tx) => Promise<unknown>,
): Promise<void> =>
  inTransaction(platform.db, async tx => {
    await recordAttempts(tx, [{ bucket: `alerts ${userId}`, max: ALERTS_PER_MINUTE, windowMs: MINUTE_MS }])
    await change(tx)
  })

export const setAlertsAll = async (
  platform: Platform,
  actor: Actor,
  all: boolean,
): Promise<{ status?: AlertStatus }> => {
  const { communityId: community_id, userId: user_id } = actor
  const all_since = all ? platform.clock.now() : null
  await changeSettings(platform, actor, tx =>
    tx
      .insertInto('notification_settings')
      .values({ community_id, user_id, all_since })
      .onConflict(conflict => conflict.columns(['community_id', 'user_id']).doUpdateSet({ all_since }))
      .execute(),
  )
  return findAlertStatus(platform.db, actor)
}

/** Adds all or none: throws `error404` for one not posted where the actor reads, `forbidden` if its team closed it. */
export const addAlerts = async (
  platform: Platform,
  actor: Actor,
  requestedIds: readonly string[],
): Promise<string[]> => {
  const { db, clock } = platform
  const ids = [...new Set(requestedIds.map(id => id.toLowerCase()))].toSorted()
  const subjects = await findSubjects(db, ids)
  for (const id of ids) {
    const subject = subjects.get(id)
    if (!subject || !canReadPostsOf(actor, subject)) return fail('error404', { field: 'templatesIds' })
    if (!canSubscribeTo(actor, subject)) fail('forbidden')
  }
  const created_at = clock.now()
  await changeSettings(platform, actor, tx =>
    tx
      .insertInto('template_alerts')
      .values(
        ids.map(subject_id => ({ community_id: actor.communityId, user_id: actor.userId, subject_id, created_at })),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute(),
  )
  return findAlerts(db, actor)
}

export const removeAlert = async (platform: Platform, actor: Actor, id: string): Promise<void> => {
  await changeSettings(platform, actor, tx =>
    tx
      .deleteFrom('template_alerts')
      .where('community_id', '=', actor.communityId)
      .where('user_id', '=', actor.userId)
      .where('subject_id', '=', id)
      .execute(),
  )
}
