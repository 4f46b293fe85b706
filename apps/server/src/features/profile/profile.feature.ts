import type { Feature } from '#server/kernel/feature.ts'
import { exportStays } from './profile-export.service.ts'
import { profileRoutes } from './profile.routes.ts'

export const profileFeature: Feature = {
  routes: profileRoutes,
  exports: ({ db }, recipient) => [exportStays(db, recipient)],
}
