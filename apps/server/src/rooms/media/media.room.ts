import type { Room } from '#server/kernel/room.ts'
import { findStoredPictures, forgetUnusedPictures } from './media.service.ts'
import { mediaJobs } from './media.jobs.ts'
import { mediaRoutes } from './media.routes.ts'

export const mediaRoom: Room = {
  routes: mediaRoutes,
  jobs: mediaJobs,
  sweeps: [forgetUnusedPictures],
  findStored: findStoredPictures,
}
