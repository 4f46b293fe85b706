import type { Feature } from '#server/kernel/feature.ts'
import { moderationAnnouncements } from './moderation.announcements.ts'
import { moderationJobs } from './moderation.jobs.ts'
import { moderationRoutes } from './moderation.routes.ts'
import { openCase, openDecidedCase } from './open-case.service.ts'
import { eraseRemoved, forgetOldCases } from './sweep.service.ts'

export const moderationFeature: Feature = {
  routes: moderationRoutes,
  announcements: moderationAnnouncements,
  jobs: moderationJobs,
  sweeps: [eraseRemoved, forgetOldCases],
  onReport: openCase,
  onRemoval: openDecidedCase,
}
