import type { Room } from '#server/kernel/room.ts'
import { setupRoutes } from './setup.routes.ts'

export const setupRoom: Room = { routes: setupRoutes }
