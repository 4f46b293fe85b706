import { nearLimitEvent } from '#server/kernel/limits/day-limit.ts'
import type { Feature } from '#server/kernel/feature.ts'
import { realtimeRoutes } from './realtime.routes.ts'

export const realtimeFeature: Feature = { routes: realtimeRoutes, liveEvents: [nearLimitEvent] }
