import { nearLimitAnnouncement } from '#server/kernel/limits/day-limit.ts'
import type { Room } from '#server/kernel/room.ts'
import { realtimeRoutes } from './realtime.routes.ts'

export const realtimeRoom: Room = { routes: realtimeRoutes, announcements: [nearLimitAnnouncement] }
