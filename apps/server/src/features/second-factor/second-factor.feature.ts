import type { Feature } from '#server/kernel/feature.ts'
import { secondFactorRoutes } from './second-factor.routes.ts'
import { findEncryptedFactorSecret } from './second-factor.service.ts'

export const secondFactorFeature: Feature = {
  routes: secondFactorRoutes,
  findEncryptedSample: findEncryptedFactorSecret,
}
