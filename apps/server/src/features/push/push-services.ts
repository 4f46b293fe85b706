import { type PhoneOs, phoneOses, type PushOs } from '@parvis/contract/push.ts'
import { memoize } from '#server/kernel/memoize.ts'
import { defineState, type Platform } from '#server/kernel/platform.ts'
import { createApns } from './apns.ts'
import { isPhone } from './device.ts'
import { createFcm } from './fcm.ts'
import type { PushService } from './push-service.ts'
import { webPushService } from './web-push.ts'

/** One service per settings object, because it holds a connection and tokens. */
const phoneServices = defineState(() => ({ apns: memoize(createApns), fcm: memoize(createFcm) }))

type PushContext = Pick<Platform, 'state' | 'settings'>

/** The push service for devices of this kind; null if the installation has no key for it. */
export const findPushService = (platform: PushContext, os: PushOs): PushService | null => {
  if (!isPhone(os)) return webPushService
  const { apns, fcm } = platform.settings
  if (os === 'ios') return apns && phoneServices(platform).apns(apns)
  return fcm && phoneServices(platform).fcm(fcm)
}

export const supportedPhones = (platform: PushContext): PhoneOs[] =>
  phoneOses.filter(os => findPushService(platform, os) !== null)
