import type { Room } from '#server/kernel/room.ts'
import { feedAnnouncements } from './feed.announcements.ts'
import { feedRoutes } from './feed.routes.ts'

export const feedRoom: Room = { routes: feedRoutes, announcements: feedAnnouncements }
