import type { Feature } from '#server/kernel/feature.ts'
import { exportBlocks } from './blocks-export.service.ts'
import { blockLiveEvents } from './blocks.live-events.ts'
import { blockRoutes } from './blocks.routes.ts'

export const blocksFeature: Feature = {
  routes: blockRoutes,
  liveEvents: blockLiveEvents,
  exports: ({ db }, recipient) => [exportBlocks(db, recipient)],
}
