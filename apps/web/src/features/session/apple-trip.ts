import { keep, kept } from '#web/kernel/device/kept.ts'

/** The interrupted action of a user who is redirected to Apple. */
export interface AppleTrip {
  registers: boolean
  registerkey: string
  /** The path to return to after the log-in. */
  next?: string
}

declare module '#web/kernel/device/kept.ts' {
  interface Kept {
    appletrip: AppleTrip & { communityId: string }
  }
}

export const beginTrip = (communityId: string, trip: AppleTrip): void => keep('appletrip', { ...trip, communityId })

export const tripTo = (communityId: string): AppleTrip | null => {
  const trip = kept('appletrip')
  return trip?.communityId === communityId ? trip : null
}

export const endTrip = (): void => keep('appletrip', null)
