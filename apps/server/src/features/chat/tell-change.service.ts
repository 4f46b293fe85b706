// When a post changes, the members who answered it are notified and its group records it, in one transaction.
import { job } from '#server/kernel/jobs/jobs.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { takeUntoldChange } from '../feed/change-notice.service.ts'
import { tellChanged } from '../notifications/tell-changes.service.ts'
import { noteChange } from './group.service.ts'

const tellChange = (platform: Platform, name: { communityId: string; eventId: string }): Promise<void> =>
  inTransaction(platform.db, async (tx, afterCommit) => {
    const change = await takeUntoldChange(platform, tx, name)
    if (!change) return
    await tellChanged(platform, { tx, afterCommit }, name, change)
    await noteChange(platform, { tx, afterCommit }, { ...name, userId: change.authorId }, change.kind)
  })

/** Changes within ten minutes are notified together. */
export const changeJobs = [job({ name: 'event.change', collapses: true, run: tellChange })]
