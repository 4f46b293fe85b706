import type { WebFeature } from '#web/ui/feature.ts'
import { clearOpenTaskCounts } from './open-task-count.ts'

export const admin: WebFeature = { resetCounts: clearOpenTaskCounts }
