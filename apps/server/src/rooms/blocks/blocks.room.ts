import type { Room } from '#server/kernel/room.ts'
import { blockAnnouncements } from './blocks.announcements.ts'
import { blockRoutes } from './blocks.routes.ts'

export const blocksRoom: Room = { routes: blockRoutes, announcements: blockAnnouncements }
