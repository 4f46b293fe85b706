import { type PhoneOs, phoneOses, type PushOs } from '@parvis/contract/push.ts'
import { readSubscription } from './subscription.ts'

/** What is told by pushes, as its push service knows it. What goes to a phone is not sealed: it has no keys. */
export interface Device {
  os: PushOs
  address: string
  p256dh: string | null
  auth: string | null
}

export const isPhone = (os: PushOs): os is PhoneOs => phoneOses.some(one => one === os)

/** Apple's are bytes, which grow with time; Google's are words of their own. */
const tokens: Record<PhoneOs, RegExp> = { ios: /^(?:[0-9a-f]{2}){32,100}$/, android: /^[\w:-]{32,2048}$/ }

/** Null for what no service of that system has given. Where a browser's leads is not looked at. */
export const readDevice = (os: PushOs, token: string): Device | null => {
  if (isPhone(os)) {
    // one phone is one row, however its token is written
    const address = os === 'ios' ? token.toLowerCase() : token
    return tokens[os].test(address) ? { os, address, p256dh: null, auth: null } : null
  }
  const subscription = readSubscription(token)
  if (!subscription) return null
  const { url, p256dh, auth } = subscription
  return { os, address: url, p256dh, auth }
}
