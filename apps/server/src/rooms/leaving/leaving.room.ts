import type { Room } from '#server/kernel/room.ts'
import { findStoredExports, forgetOldExports } from './export.service.ts'
import { leavingJobs } from './leaving.jobs.ts'
import { leavingRoutes } from './leaving.routes.ts'

export const leavingRoom: Room = {
  routes: leavingRoutes,
  jobs: leavingJobs,
  sweeps: [forgetOldExports],
  findStored: findStoredExports,
}
