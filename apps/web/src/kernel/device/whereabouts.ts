import type { Point } from '@parvis/contract/community.ts'
import { useSyncExternalStore } from 'react'

/** Three decimals are a hundred metres: whose door it is nobody needs to know. */
const DECIMALS = 3
const TIMEOUT_MS = 15_000
/** A place found so long ago will do. */
const FRESH_MS = 300_000

/** Where the device is could not be found: because its owner said no, or because of what `message` says. */
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
  /** Being looked for. */
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

/** Asks the device where it is, which asks its owner. Throws a `WhereaboutsError`. Forgotten when the app is closed. */
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

/** Where the device was last found, null until its owner has let it be looked for. */
export const useWhereabouts = (): Known => useSyncExternalStore(subscribe, () => known)
