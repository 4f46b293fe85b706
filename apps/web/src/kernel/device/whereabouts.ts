import type { Point } from '@parvis/contract/community.ts'
import { useSyncExternalStore } from 'react'

/** Three decimals are about a hundred metres: precise enough, without revealing the house. */
const DECIMALS = 3
const TIMEOUT_MS = 15_000
const FRESH_MS = 300_000

/** The device could not be located: the user refused, or for the reason in `message`. */
export class WhereaboutsError extends Error {
  readonly denied: boolean

  constructor(denied: boolean, message: string) {
    super(message)
    this.name = 'WhereaboutsError'
    this.denied = denied
  }
}

interface Known {
  here: Point | null
  busy: boolean
}

const listeners = new Set<() => void>()
let known: Known = { here: null, busy: false }

const tell = (next: Known) => {
  known = next
  for (const listener of listeners) listener()
}

const rounded = (degrees: number) => Number(degrees.toFixed(DECIMALS))

const ask = () =>
  new Promise<GeolocationPosition>((found, failed) => {
    if (!('geolocation' in navigator)) return failed(new WhereaboutsError(false, 'geolocation'))
    navigator.geolocation.getCurrentPosition(
      found,
      ({ code, message, PERMISSION_DENIED }) => failed(new WhereaboutsError(code === PERMISSION_DENIED, message)),
      { timeout: TIMEOUT_MS, maximumAge: FRESH_MS },
    )
  })

/** The device's position, rounded to a hundred metres. Throws a `GeolocationError`. */
export const findWhereabouts = async (): Promise<Point> => {
  tell({ ...known, busy: true })
  try {
    const { coords } = await ask()
    const here: Point = { type: 'Point', coordinates: [rounded(coords.longitude), rounded(coords.latitude)] }
    tell({ here, busy: false })
    return here
  } catch (error) {
    tell({ ...known, busy: false })
    throw error
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useWhereabouts = (): Known => useSyncExternalStore(subscribe, () => known)
