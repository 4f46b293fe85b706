import type { Point } from '@parvis/contract/community.ts'
import { createObservable, useObservable } from '../observable.ts'

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

const state = createObservable<PositionState>({ position: null, isLocating: false })

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
  state.set({ ...state.get(), isLocating: true })
  try {
    const { coords } = await requestPosition()
    const position: Point = {
      type: 'Point',
      coordinates: [roundDegrees(coords.longitude), roundDegrees(coords.latitude)],
    }
    state.set({ position, isLocating: false })
    return position
  } catch (error) {
    state.set({ ...state.get(), isLocating: false })
    throw error
  }
}

export const useDevicePosition = (): PositionState => useObservable(state)
