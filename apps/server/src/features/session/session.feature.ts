import type { Feature } from '#server/kernel/feature.ts'
import { readFlag } from '#server/kernel/settings.ts'
import { readAges } from './age-settings.ts'
import { type AppleSettings, readAppleSettings } from './apple-settings.ts'
import { forgetOldNonces } from './apple-token.service.ts'
import { forgetOldDevices } from './known-device.service.ts'
import { forgetOldLinks } from './link.service.ts'
import { authorAnnouncements } from './author.announcements.ts'
import { findSealedFactor } from './second-factor.service.ts'
import { sessionJobs } from './session.jobs.ts'
import { sessionRoutes } from './session.routes.ts'
import { forgetIdleSessions } from './session.service.ts'

declare module '#server/kernel/settings.ts' {
  interface Settings {
    /** Whether log-in and registration hide which accounts exist. */
    hideAccountExistence: boolean
    /** Null if signing in with Apple is not configured. */
    apple: AppleSettings | null
    /** In years, at least twelve. */
    minAge: number
  }
}

export const sessionFeature: Feature = {
  routes: sessionRoutes,
  announcements: authorAnnouncements,
  sweeps: [
    ({ db, clock }) => forgetIdleSessions(db, clock.now()),
    ({ db, clock }) => forgetOldDevices(db, clock.now()),
    ({ db, clock }) => forgetOldLinks(db, clock.now()),
    ({ db, clock }) => forgetOldNonces(db, clock.now()),
  ],
  jobs: sessionJobs,
  findSealed: findSealedFactor,
  readSettings: env => ({
    hideAccountExistence: readFlag(env, 'HIDE_ACCOUNT_EXISTENCE') ?? false,
    apple: readAppleSettings(env),
    ...readAges(env),
  }),
}
