import type { Point } from '@parvis/contract/community.ts'
import { useSyncExternalStore } from 'react'

/** Three decimals are about a hundred metres: precise enough, without revealing the member's house. */
const POSITION_DECIMALS = 3
const TIMEOUT_MS = 15_000
const MAX_AGE_MS = 300_000

export class GeolocationError extends Error {
  readonly denied: boolean

  constructor(denied: boolean, message: string) {
    super(message)
    this.name = 'WhereaboutsError'
    this.denied = denied
  }
}

interface PositionState {
  position: Point | null
  isLocating: boolean
}

const listeners = new Set<() => void>()
let state: PositionState = { position: null, isLocating: false }

const setState = (next: PositionState) => {
  state = next
  for (const listener of listeners) listener()
}

const roundDegrees = (degrees: number) => Number(degrees.toFixed(POSITION_DECIMALS))

const requestPosition = () =>
  new Promise<GeolocationPosition>((resolve, reject) => {
    if (!('geolocation' in navigator)) return reject(new GeolocationError(false, 'geolocation'))
    navigator.geolocation.getCurrentPosition(
      resolve,
      ({ code, message, PERMISSION_DENIED }) => reject(new GeolocationError(code === PERMISSION_DENIED, message)),
      { timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS },
    )
  })

/** Returns the device's position, rounded to about a hundred metres. Throws a `GeolocationError`. */
export const locateDevice = async (): Promise<Point> => {
  setState({ ...state, isLocating: true })
  try {
    const { coords } = await requestPosition()
    const position: Point = {
      type: 'Point',
      coordinates: [roundDegrees(coords.longitude), roundDegrees(coords.latitude)],
    }
    setState({ position, isLocating: false })
    return position
  } catch (error) {
    setState({ ...state, isLocating: false })
    throw error
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useDevicePosition = (): PositionState => useSyncExternalStore(subscribe, () => state)
