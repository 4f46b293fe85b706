import type { Room } from '#server/kernel/room.ts'
import { adminJobs } from './admin.jobs.ts'
import { adminRoutes } from './admin.routes.ts'

export const adminRoom: Room = { routes: adminRoutes, jobs: adminJobs }
