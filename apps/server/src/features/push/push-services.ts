import { type PhoneOs, phoneOses, type PushOs } from '@parvis/contract/push.ts'
import type { Settings } from '#server/kernel/settings.ts'
import { createApns } from './apns.ts'
import { isPhone } from './device.ts'
import { createFcm } from './fcm.ts'
import type { PushService } from './push-service.ts'
import { webPushService } from './web-push.ts'

/** Creates one service per settings object and reuses it, because it holds a connection and tokens. */
const memoize = <S extends object>(create: (settings: S) => PushService) => {
  const instances = new WeakMap<S, PushService>()
  return (settings: S | null): PushService | null => {
    if (!settings) return null
    const instance = instances.get(settings) ?? create(settings)
    instances.set(settings, instance)
    return instance
  }
}

const apnsOf = memoize(createApns)
const fcmOf = memoize(createFcm)

const phoneServices: Record<PhoneOs, (settings: Settings) => PushService | null> = {
  ios: ({ apns }) => apnsOf(apns),
  android: ({ fcm }) => fcmOf(fcm),
}

/** The push service for devices of this kind; null if the installation has no key for it. */
export const findPushService = (settings: Settings, os: PushOs): PushService | null =>
  isPhone(os) ? phoneServices[os](settings) : webPushService

export const supportedPhones = (settings: Settings): PhoneOs[] =>
  phoneOses.filter(os => findPushService(settings, os) !== null)
