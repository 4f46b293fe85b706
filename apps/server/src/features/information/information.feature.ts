import type { Feature } from '#server/kernel/feature.ts'
import { informationLiveEvents } from './information.live-events.ts'
import { informationRoutes } from './information.routes.ts'

export const informationFeature: Feature = { routes: informationRoutes, liveEvents: informationLiveEvents }
