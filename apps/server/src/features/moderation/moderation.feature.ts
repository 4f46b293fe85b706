import type { Feature } from '#server/kernel/feature.ts'
import { moderationLiveEvents } from './moderation.live-events.ts'
import { moderationJobs } from './moderation.jobs.ts'
import { caseSubject } from './moderation.notifications.ts'
import { moderationRoutes } from './moderation.routes.ts'
import { openCase, openDecidedCase } from './open-case.service.ts'
import { eraseFinalRemovals, purgeOldCases } from './sweep.service.ts'

export const moderationFeature: Feature = {
  routes: moderationRoutes,
  liveEvents: moderationLiveEvents,
  jobs: moderationJobs,
  sweeps: [eraseFinalRemovals, purgeOldCases],
  notifications: { subjects: [caseSubject] },
  onReport: openCase,
  onRemoval: openDecidedCase,
}
