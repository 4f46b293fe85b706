import type { Room } from '#server/kernel/room.ts'
import { auditRoutes } from './audit.routes.ts'

export const auditRoom: Room = { routes: auditRoutes }
