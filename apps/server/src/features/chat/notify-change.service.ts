// When a post changes, the members who answered it are notified and its group records it, in one transaction.
import { defineJob } from '#server/kernel/jobs/jobs.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { consumePendingChange } from '../feed/change-notice.service.ts'
import { notifyOfEventChange } from '../notifications/notify-event-changes.service.ts'
import { recordPostChange } from './group.service.ts'

const notifyChange = (platform: Platform, eventKey: { communityId: string; eventId: string }): Promise<void> =>
  inTransaction(platform.db, async (tx, afterCommit) => {
    const change = await consumePendingChange(platform, tx, eventKey)
    if (!change) return
    await notifyOfEventChange(platform, { tx, afterCommit }, eventKey, change)
    await recordPostChange(platform, { tx, afterCommit }, { ...eventKey, userId: change.authorId }, change.kind)
  })

/** Changes within ten minutes are notified together. */
export const changeJobs = [defineJob({ name: 'event.change', isDeduplicated: true, run: notifyChange })]
