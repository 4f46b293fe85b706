import type { Feature } from '#server/kernel/feature.ts'
import { exportBlocks } from './blocks-export.service.ts'
import { blockLiveEvents } from './blocks.live-events.ts'
import { blockRoutes } from './blocks.routes.ts'
import { publishBlocksAfterRoleChange } from './blocks.service.ts'

export const blocksFeature: Feature = {
  routes: blockRoutes,
  liveEvents: blockLiveEvents,
  onRoleChange: publishBlocksAfterRoleChange,
  exports: ({ db }, recipient) => [exportBlocks(db, recipient)],
}
