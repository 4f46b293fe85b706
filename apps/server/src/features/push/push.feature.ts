import type { Feature } from '#server/kernel/feature.ts'
import { findEncryptedPushKey } from './push-keys.service.ts'
import { pushJobs } from './push.jobs.ts'
import { pushRoutes } from './push.routes.ts'
import { type ApnsSettings, type FcmSettings, readApnsSettings, readFcmSettings } from './phone-settings.ts'
import { type PushKeys, readPushKeys, readPushTestOrigin } from './push-settings.ts'
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
  findEncryptedSample: findEncryptedPushKey,
  sweeps: [enqueueMissedPushes, purgeOldPushNews],
  readSettings: env => ({
    pushKeys: readPushKeys(env),
    pushTestOrigin: readPushTestOrigin(env),
    apns: readApnsSettings(env),
    fcm: readFcmSettings(env),
  }),
}
