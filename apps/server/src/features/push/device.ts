import { type PhoneOs, phoneOses, type PushOs } from '@parvis/contract/push.ts'
import { readSubscription } from './subscription.ts'

/** A device as its push service knows it. Pushes to phones are not encrypted, so a phone has no keys. */
export interface Device {
  os: PushOs
  address: string
  p256dh: string | null
  auth: string | null
}

export const isPhone = (os: PushOs): os is PhoneOs => phoneOses.some(one => one === os)

/** Tokens of Apple are bytes in hexadecimal, whose length may grow; tokens of Google are opaque text. */
const tokenPatterns: Record<PhoneOs, RegExp> = { ios: /^(?:[0-9a-f]{2}){32,100}$/, android: /^[\w:-]{32,2048}$/ }

/** Returns null for an invalid token or subscription. The URL of a browser’s push service is not checked here. */
export const readDevice = (os: PushOs, token: string): Device | null => {
  if (isPhone(os)) {
    const address = os === 'ios' ? token.toLowerCase() : token
    return tokenPatterns[os].test(address) ? { os, address, p256dh: null, auth: null } : null
  }
  const subscription = readSubscription(token)
  if (!subscription) return null
  const { url, p256dh, auth } = subscription
  return { os, address: url, p256dh, auth }
}
