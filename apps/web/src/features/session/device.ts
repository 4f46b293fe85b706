import { store, stored } from '#web/kernel/device/stored.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    installationid: string
    /** Ids of the communities visited as a guest. */
    guestof: string[]
  }
}

const SECRET_BYTES = 32

const createSecret = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The guest secret of this device; null when there is none yet. */
export const findDeviceId = (): string | null => stored('installationid')

/** The guest secret of this device, created and stored on first use. */
export const getDeviceId = (): string => {
  const existing = findDeviceId()
  if (existing) return existing
  const secret = createSecret()
  store('installationid', secret)
  return secret
}

const guestCommunityIds = (): string[] => {
  const ids: unknown = stored('guestof')
  return Array.isArray(ids) ? ids : []
}

/** Whether this device was a guest of the community before, and needs no key. */
export const wasGuestOf = (communityId: string): boolean =>
  findDeviceId() !== null && guestCommunityIds().includes(communityId)

export const rememberGuestOf = (communityId: string): void => {
  if (!guestCommunityIds().includes(communityId)) store('guestof', [...guestCommunityIds(), communityId])
}
