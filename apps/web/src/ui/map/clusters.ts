import type { Point } from '@parvis/contract/community.ts'
import Supercluster from 'supercluster'

/** What a map shows, west, south, east and north, in degrees. */
export type Bounds = [number, number, number, number]

/** What stands at one place of the drawn map: one place, or several that would lie over each other. */
export interface Group {
  /** The same for the same group at the same step of the zoom. */
  key: string
  point: Point
  count: number
  /** Of one that stands alone. */
  id: string | null
  /** All that are in it, the order of the list kept. */
  ids: () => string[]
}

export interface Clusters {
  within: (bounds: Bounds, zoom: number) => Group[]
}

interface Placed {
  id: string
  point: Point
}

/**
 * Puts together what would lie over each other: worked out once for all steps of the zoom, and then asked for what is
 * in view alone. `reach` is in pixels.
 */
export const clustersOf = (places: readonly Placed[], reach: number, maxZoom: number): Clusters => {
  const order = new Map(places.map(({ id }, n) => [id, n]))
  const index = new Supercluster<Placed, object>({ radius: reach, maxZoom, minZoom: 0 }).load(
    places.map(({ id, point }) => ({ type: 'Feature', properties: { id, point }, geometry: point })),
  )
  const groups = new Map<string, Group>()
  /** The same object at each asking, so that what is drawn of it stays. */
  const kept = (group: Group): Group => {
    const before = groups.get(group.key)
    if (!before) groups.set(group.key, group)
    return before ?? group
  }
  return {
    within: (bounds, zoom) =>
      index.getClusters(bounds, Math.floor(zoom)).map(({ geometry, properties }) => {
        if (!('cluster_id' in properties)) {
          // its own place: the one worked out from pixels is a hair beside it
          const { id, point } = properties as Placed
          return kept({ key: id, point, count: 1, id, ids: () => [id] })
        }
        const point: Point = { type: 'Point', coordinates: [geometry.coordinates[0]!, geometry.coordinates[1]!] }
        const { cluster_id: inside, point_count: count } = properties
        return kept({
          key: `group ${inside}`,
          point,
          count,
          id: null,
          ids: () =>
            index
              .getLeaves(inside, Infinity)
              .map(leaf => leaf.properties.id)
              .sort((a, b) => order.get(a)! - order.get(b)!),
        })
      }),
  }
}
