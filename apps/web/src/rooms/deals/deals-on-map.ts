import { distanceKm, type Point } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import type { MapView } from '#web/ui/map/PlaceMap.tsx'

export type PlacedDeal = Deal & { loc: Point }

/** How many of the nearest the map begins with. */
const FIRST_DEALS = 12
const KM_PER_DEGREE = 111.32
/** What is shown at least and at most of the world, in degrees of latitude. */
const LEAST = 0.008
const MOST = 0.6
/** Beside what is farthest there is a little room. */
const ROOM = 3
/** Of what is gone to from the list, in degrees. */
export const NEAR: MapView['delta'] = { longitude: 0.009, latitude: 0.006 }

/** Those that stand somewhere, the nearest first. */
export const nearestFirst = (deals: readonly Deal[], from: Point | null): PlacedDeal[] => {
  const placed = deals.filter((deal): deal is PlacedDeal => deal.loc !== null)
  if (!from) return placed
  const far = new Map(placed.map(({ _id, loc }) => [_id, distanceKm(from, loc)]))
  return placed.sort((a, b) => far.get(a._id)! - far.get(b._id)!)
}

/** Around a place, as much as shows the first of the deals nearest to it. */
export const viewAround = (center: Point, nearest: readonly PlacedDeal[]): MapView => {
  const farthest = Math.max(0, ...nearest.slice(0, FIRST_DEALS).map(({ loc }) => distanceKm(center, loc)))
  const latitude = Math.min(MOST, Math.max(LEAST, (ROOM * farthest) / KM_PER_DEGREE))
  return { center, delta: { latitude, longitude: latitude / Math.cos((center.coordinates[1] * Math.PI) / 180) } }
}
