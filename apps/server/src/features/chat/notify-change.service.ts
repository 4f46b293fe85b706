// When a post changes, one transaction notifies the members who answered it and writes a system message in its group.
import { defineJob } from '#server/kernel/jobs/jobs.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { consumePendingChange } from '../feed/change-notice.service.ts'
import { notifyOfEventChange } from '../feed/notify-event-changes.service.ts'
import { recordPostChange } from './group.service.ts'

const notifyChange = (platform: Platform, eventKey: { communityId: string; eventId: string }): Promise<void> =>
  inTransaction(platform.db, async (tx, afterCommit) => {
    const change = await consumePendingChange(platform, tx, eventKey)
    if (!change) return
    await notifyOfEventChange(platform, { tx, afterCommit }, eventKey, change)
    await recordPostChange(platform, { tx, afterCommit }, { ...eventKey, userId: change.authorId }, change.kind)
  })

/** Changes of a post within ten minutes are combined in one notification. */
export const changeJobs = [defineJob({ name: 'event.change', isDeduplicated: true, run: notifyChange })]
