import type { Feature } from '#server/kernel/feature.ts'
import { isReviewableColumn } from './moderation.columns.ts'
import { moderationLiveEvents } from './moderation.live-events.ts'
import { anonymizeCasesOfMember, assertAccessNotClosedByDecision, exportDecisions } from './member-cases.service.ts'
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
  exports: ({ db }, recipient) => [exportDecisions(db, recipient)],
  assertCanReopenAccess: assertAccessNotClosedByDecision,
  pictures: { isReviewable: isReviewableColumn },
  erase: { cases: anonymizeCasesOfMember },
  notifications: { subjects: [caseSubject] },
  onReport: openCase,
  onRemoval: openDecidedCase,
}
