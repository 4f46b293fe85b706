// Notifications are created after posts and messages are stored, so that nobody waits for them. To save one row per
// post, no queue is stored: after a crash, the next start searches the newest posts and messages.
import { idAt } from '#server/kernel/ids.ts'
import { MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'

/** Each search for missed posts and messages also covers this time before the last search, for late commits. */
const OVERLAP_MS = 10 * MINUTE_MS

/**
 * Creates the notifications of what was stored since the last call. Existing notifications are not created again.
 */
export const createMissedNotifications = async (platform: Platform): Promise<void> => {
  const { db, clock, features } = platform
  const now = clock.now()
  const { told_until } = await db.selectFrom('alert_progress').select('told_until').executeTakeFirstOrThrow()
  const since = idAt(told_until.getTime() - OVERLAP_MS, new Uint8Array(10))
  for (const { notifications } of features) await notifications?.createMissed?.(platform, since)
  await db.updateTable('alert_progress').set({ told_until: now }).where('told_until', '<', now).execute()
}
