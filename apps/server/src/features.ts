import { purgeOldAuditEntries } from './kernel/audit.ts'
import type { AnyJob } from './kernel/jobs/jobs.ts'
import { type Sweep, sweepJob } from './kernel/jobs/sweeps.ts'
import { purgeOldAttempts } from './kernel/limits/rate-limit.ts'
import type { Feature } from './kernel/feature.ts'
import { type FindReferencedIds, orphanedFilesJob } from './kernel/orphaned-files.ts'
import { adminFeature } from './features/admin/admin.feature.ts'
import { auditFeature } from './features/audit/audit.feature.ts'
import { blocksFeature } from './features/blocks/blocks.feature.ts'
import { chatFeature } from './features/chat/chat.feature.ts'
import { communityFeature } from './features/community/community.feature.ts'
import { dealsFeature } from './features/deals/deals.feature.ts'
import { digestsFeature } from './features/digests/digests.feature.ts'
import { entryFeature } from './features/entry/entry.feature.ts'
import { feedFeature } from './features/feed/feed.feature.ts'
import { informationFeature } from './features/information/information.feature.ts'
import { installationFeature } from './features/installation/installation.feature.ts'
import { leavingFeature } from './features/leaving/leaving.feature.ts'
import { mediaFeature } from './features/media/media.feature.ts'
import { membershipFeature } from './features/membership/membership.feature.ts'
import { moderationFeature } from './features/moderation/moderation.feature.ts'
import { notificationsFeature } from './features/notifications/notifications.feature.ts'
import { profileFeature } from './features/profile/profile.feature.ts'
import { publishFeature } from './features/publish/publish.feature.ts'
import { pushFeature } from './features/push/push.feature.ts'
import { realtimeFeature } from './features/realtime/realtime.feature.ts'
import { secondFactorFeature } from './features/second-factor/second-factor.feature.ts'
import { sessionFeature } from './features/session/session.feature.ts'
import { setupFeature } from './features/setup/setup.feature.ts'
import { weatherFeature } from './features/weather/weather.feature.ts'

/** All features of the server. The session feature comes first, because the other features need its session. */
export const features: readonly Feature[] = [
  sessionFeature,
  adminFeature,
  auditFeature,
  blocksFeature,
  chatFeature,
  communityFeature,
  dealsFeature,
  digestsFeature,
  entryFeature,
  feedFeature,
  informationFeature,
  installationFeature,
  leavingFeature,
  mediaFeature,
  membershipFeature,
  moderationFeature,
  notificationsFeature,
  profileFeature,
  publishFeature,
  pushFeature,
  realtimeFeature,
  secondFactorFeature,
  setupFeature,
  weatherFeature,
]

/** Returns those of `ids` that a row of some feature references. */
export const findReferencedIds: FindReferencedIds = async (db, ids) =>
  (await Promise.all(features.map(feature => feature.findReferencedIds?.(db, ids) ?? []))).flat()

const sweeps: readonly Sweep[] = [
  ({ db }) => purgeOldAttempts(db),
  ({ db, clock }) => purgeOldAuditEntries(db, clock.now()),
  ...features.flatMap(feature => feature.sweeps ?? []),
]

export const allJobs: readonly AnyJob[] = [
  ...features.flatMap(feature => feature.jobs ?? []),
  sweepJob(sweeps),
  orphanedFilesJob(findReferencedIds),
]
