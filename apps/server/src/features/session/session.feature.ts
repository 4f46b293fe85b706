import type { Feature } from '#server/kernel/feature.ts'
import { sessionRoutes } from './session.routes.ts'
import { purgeIdleSessions } from './session.service.ts'

export const sessionFeature: Feature = {
  routes: sessionRoutes,
  sweeps: [({ db, clock }) => purgeIdleSessions(db, clock.now())],
}
