import type { Feature } from '#server/kernel/feature.ts'
import { blockLiveEvents } from './blocks.live-events.ts'
import { blockRoutes } from './blocks.routes.ts'

export const blocksFeature: Feature = { routes: blockRoutes, liveEvents: blockLiveEvents }
