import type { Room } from '#server/kernel/room.ts'
import { adminRoutes } from './admin.routes.ts'

export const adminRoom: Room = { routes: adminRoutes }
