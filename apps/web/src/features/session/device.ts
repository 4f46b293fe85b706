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
export const findGuestSecret = (): string | null => stored('installationid')

/** The guest secret of this device, created and stored on first use. */
export const getOrCreateGuestSecret = (): string => {
  const existing = findGuestSecret()
  if (existing) return existing
  const secret = createSecret()
  store('installationid', secret)
  return secret
}

const guestCommunityIds = (): string[] => {
  const ids: unknown = stored('guestof')
  return Array.isArray(ids) ? ids : []
}

/** Whether this device has entered the community as a guest before; the guest then needs no registration key. */
export const wasGuestOf = (communityId: string): boolean =>
  findGuestSecret() !== null && guestCommunityIds().includes(communityId)

export const rememberGuestOf = (communityId: string): void => {
  if (!guestCommunityIds().includes(communityId)) store('guestof', [...guestCommunityIds(), communityId])
}
