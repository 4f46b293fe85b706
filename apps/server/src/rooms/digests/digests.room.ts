import type { Room } from '#server/kernel/room.ts'
import { digestJobs } from './digests.jobs.ts'
import { digestsRoutes } from './digests.routes.ts'
import { forgetOldMornings } from './mornings.service.ts'

export const digestsRoom: Room = {
  routes: digestsRoutes,
  jobs: digestJobs,
  sweeps: [({ db, clock }) => forgetOldMornings(db, clock.now())],
}
