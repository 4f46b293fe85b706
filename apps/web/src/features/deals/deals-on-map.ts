import { distanceKm, type Point } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import type { MapView } from '#web/ui/map/PlaceMap.tsx'

export type PlacedDeal = Deal & { loc: Point }

/** Number of nearest deals that the initial view contains. */
const INITIAL_DEALS = 20
/** Minimum and maximum extent of the initial view, in degrees of latitude. */
const MIN_DELTA = 0.008
const MAX_DELTA = 0.6
/** Extent of the map around a deal chosen in the list, in degrees. */
export const CLOSE_DELTA: MapView['delta'] = { longitude: 0.009, latitude: 0.006 }

/** Returns the deals that have a location, nearest first. */
export const nearestFirst = (deals: readonly Deal[], origin: Point | null): PlacedDeal[] => {
  const placed = deals.filter((deal): deal is PlacedDeal => deal.loc !== null)
  if (!origin) return placed
  const distances = new Map(placed.map(({ _id, loc }) => [_id, distanceKm(origin, loc)]))
  return placed.sort((a, b) => distances.get(a._id)! - distances.get(b._id)!)
}

/** Returns a view that contains `center` and the nearest deals, or only `center` when the deals are too far away. */
export const viewAround = (center: Point, nearest: readonly PlacedDeal[]): MapView => {
  const points = [center, ...nearest.slice(0, INITIAL_DEALS).map(({ loc }) => loc)]
  const rangeOf = (axis: 0 | 1) => {
    const all = points.map(({ coordinates }) => coordinates[axis])
    const [low, high] = [Math.min(...all), Math.max(...all)]
    return { middle: (low + high) / 2, length: high - low }
  }
  const [east, north] = [rangeOf(0), rangeOf(1)]
  /** Length of a degree of longitude relative to one of latitude. */
  const longitudeScale = Math.cos((center.coordinates[1] * Math.PI) / 180)
  const delta = {
    latitude: Math.max(MIN_DELTA, north.length),
    longitude: Math.max(MIN_DELTA / longitudeScale, east.length),
  }
  return delta.latitude <= MAX_DELTA && delta.longitude * longitudeScale <= MAX_DELTA
    ? { center: { type: 'Point', coordinates: [east.middle, north.middle] }, delta }
    : { center, delta: { latitude: MAX_DELTA, longitude: MAX_DELTA / longitudeScale } }
}
