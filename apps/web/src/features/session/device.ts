import { store, stored } from '#web/kernel/device/stored.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    installationid: string
    /** ids of the communities that were visited as a guest */
    guestof: string[]
  }
}

const SECRET_BYTES = 32

/** 256 random bits in base64url. */
const makeSecret = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The guest's secret of this device, if it has one already. */
export const knownDevice = (): string | null => stored('installationid')

/** The guest's secret of this device, made at the first need and kept. */
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

/** Whether this device was a guest of that community before: it comes back without the key. */
export const wasGuestOf = (communityId: string): boolean => knownDevice() !== null && guestOf().includes(communityId)

export const rememberGuestOf = (communityId: string): void => {
  if (!guestOf().includes(communityId)) store('guestof', [...guestOf(), communityId])
}
