// Pushes to browsers, encrypted for each of them (RFC 8291), through the service of the browser vendor.
import { NotAllowedError } from '#server/kernel/outside/fetch-external.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { getPushKeys } from './push-keys.service.ts'
import { outcomeOfStatus, type PushService } from './push-service.ts'

/** The contact that push services receive: the origin of the app if it uses HTTPS, else the sender of its mails. */
const contactOf = ({ site, settings }: Platform): string => {
  if (site.origin.startsWith('https:')) return site.origin
  const address = /<([^<>]+)>/.exec(settings.mailFrom)?.[1] ?? settings.mailFrom
  return `mailto:${address}`
}

/** Statuses for a registration that is gone or belongs to another key; the app registers again when it is opened. */
const goneStatuses: ReadonlySet<number> = new Set([401, 403, 404, 410])

export const webPushService: PushService = {
  async post(platform, { address, p256dh, auth }, { payload, ttl, urgency, topic }) {
    const { publicKey, privateKey } = await getPushKeys(platform)
    const { default: webPush } = await import('web-push')
    const encoding = webPush.supportedContentEncodings.AES_128_GCM
    const { cipherText } = webPush.encrypt(p256dh!, auth!, JSON.stringify(payload), encoding)
    const { Authorization } = webPush.getVapidHeaders(
      new URL(address).origin,
      contactOf(platform),
      publicKey,
      privateKey,
      encoding,
    )
    const headers = {
      authorization: Authorization,
      ttl,
      urgency,
      topic,
      'content-encoding': encoding,
      'content-type': 'application/octet-stream',
      'content-length': cipherText.length,
    }
    const status = await platform.postExternal.post(address, { headers, body: cipherText }).catch((error: unknown) => {
      if (error instanceof NotAllowedError) throw error
      // the error of a resolver or a connection contains the host or URL
      throw new Error('the push service was not reached')
    })
    return { status, outcome: goneStatuses.has(status) ? 'gone' : outcomeOfStatus(status) }
  },
}
