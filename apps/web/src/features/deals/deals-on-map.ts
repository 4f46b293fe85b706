import { distanceKm, type Point } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import type { MapView } from '#web/ui/map/PlaceMap.tsx'

export type PlacedDeal = Deal & { loc: Point }

/** Number of nearest deals in the initial view. */
const FIRST_DEALS = 20
/** Minimum and maximum extent of the initial view, in degrees of latitude. */
const LEAST = 0.008
const MOST = 0.6
/** Extent around a deal chosen in the list, in degrees. */
export const NEAR: MapView['delta'] = { longitude: 0.009, latitude: 0.006 }

/** The deals with a location, nearest first. */
export const nearestFirst = (deals: readonly Deal[], from: Point | null): PlacedDeal[] => {
  const placed = deals.filter((deal): deal is PlacedDeal => deal.loc !== null)
  if (!from) return placed
  const far = new Map(placed.map(({ _id, loc }) => [_id, distanceKm(from, loc)]))
  return placed.sort((a, b) => far.get(a._id)! - far.get(b._id)!)
}

/** A view of `center` and the nearest deals; `center` alone when they are too far. */
export const viewAround = (center: Point, nearest: readonly PlacedDeal[]): MapView => {
  const points = [center, ...nearest.slice(0, FIRST_DEALS).map(({ loc }) => loc)]
  const reach = (axis: 0 | 1) => {
    const all = points.map(({ coordinates }) => coordinates[axis])
    const [low, high] = [Math.min(...all), Math.max(...all)]
    return { middle: (low + high) / 2, length: high - low }
  }
  const [east, north] = [reach(0), reach(1)]
  /** Length of a degree of longitude relative to one of latitude. */
  const wide = Math.cos((center.coordinates[1] * Math.PI) / 180)
  const delta = {
    latitude: Math.max(LEAST, north.length),
    longitude: Math.max(LEAST / wide, east.length),
  }
  return delta.latitude <= MOST && delta.longitude * wide <= MOST
    ? { center: { type: 'Point', coordinates: [east.middle, north.middle] }, delta }
    : { center, delta: { latitude: MOST, longitude: MOST / wide } }
}
