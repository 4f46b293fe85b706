import type { Room } from '#server/kernel/room.ts'
import { informationAnnouncements } from './information.announcements.ts'
import { informationRoutes } from './information.routes.ts'

export const informationRoom: Room = { routes: informationRoutes, announcements: informationAnnouncements }
