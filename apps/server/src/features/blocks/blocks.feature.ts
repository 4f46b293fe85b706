import type { Feature } from '#server/kernel/feature.ts'
import { blockAnnouncements } from './blocks.announcements.ts'
import { blockRoutes } from './blocks.routes.ts'

export const blocksFeature: Feature = { routes: blockRoutes, announcements: blockAnnouncements }
