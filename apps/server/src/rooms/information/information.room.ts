import type { Room } from '#server/kernel/room.ts'
import { informationRoutes } from './information.routes.ts'

export const informationRoom: Room = { routes: informationRoutes }
