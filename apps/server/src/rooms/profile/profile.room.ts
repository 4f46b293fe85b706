import type { Room } from '#server/kernel/room.ts'
import { profileRoutes } from './profile.routes.ts'

export const profileRoom: Room = { routes: profileRoutes }
