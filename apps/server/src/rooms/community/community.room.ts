import type { Room } from '#server/kernel/room.ts'
import { communityRoutes } from './community.routes.ts'

export const communityRoom: Room = { routes: communityRoutes }
