import type { Room } from '#server/kernel/room.ts'
import { installationRoutes } from './installation.routes.ts'

export const installationRoom: Room = { routes: installationRoutes }
