import { store, stored } from '#web/kernel/device/stored.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    installationid: string
    /** Ids of the communities visited as a guest. */
    guestof: string[]
  }
}

const SECRET_BYTES = 32

const makeSecret = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The guest secret of this device; null when there is none yet. */
export const knownDevice = (): string | null => stored('installationid')

/** The guest secret of this device, created and stored on first use. */
export const deviceId = (): string => {
  const known = knownDevice()
  if (known) return known
  const secret = makeSecret()
  store('installationid', secret)
  return secret
}

const guestOf = (): string[] => {
  const ids: unknown = stored('guestof')
  return Array.isArray(ids) ? ids : []
}

/** Whether this device was a guest of the community before, and needs no key. */
export const wasGuestOf = (communityId: string): boolean => knownDevice() !== null && guestOf().includes(communityId)

export const rememberGuestOf = (communityId: string): void => {
  if (!guestOf().includes(communityId)) store('guestof', [...guestOf(), communityId])
}
