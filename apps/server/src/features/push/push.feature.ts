import type { Feature } from '#server/kernel/feature.ts'
import { findSealedPushKey } from './push-keys.service.ts'
import { pushJobs } from './push.jobs.ts'
import { pushRoutes } from './push.routes.ts'
import { type ApnsSettings, type FcmSettings, readApns, readFcm } from './phone-settings.ts'
import { type PushKeys, readPushKeys, readTestOrigin } from './push-settings.ts'
import { enqueueMissedPushes, purgeOldPushNews } from './enqueue-pushes.service.ts'

declare module '#server/kernel/settings.ts' {
  interface Settings {
    pushKeys: PushKeys | null
    pushTestOrigin: URL | null
    apns: ApnsSettings | null
    fcm: FcmSettings | null
  }
}

export const pushFeature: Feature = {
  routes: pushRoutes,
  jobs: pushJobs,
  findEncryptedSample: findSealedPushKey,
  sweeps: [enqueueMissedPushes, purgeOldPushNews],
  readSettings: env => ({
    pushKeys: readPushKeys(env),
    pushTestOrigin: readTestOrigin(env),
    apns: readApns(env),
    fcm: readFcm(env),
  }),
}
