import type { Point } from '@parvis/contract/community.ts'
import Supercluster from 'supercluster'

/** West, south, east and north, in degrees. */
export type Bounds = [number, number, number, number]

/** A single place, or several that would overlap on the map. */
export interface Group {
  /** Stable for the same cluster at the same zoom level. */
  key: string
  point: Point
  count: number
  /** The id of a single place; null for several. */
  id: string | null
  /** The ids of all places in it, in list order. */
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
 * Clusters places that would overlap: computed once for all zoom levels, then queried for the visible bounds. The
 * radius is in pixels.
 */
export const clustersOf = (places: readonly Placed[], reach: number, maxZoom: number): Clusters => {
  const order = new Map(places.map(({ id }, n) => [id, n]))
  const index = new Supercluster<Placed, object>({ radius: reach, maxZoom, minZoom: 0 }).load(
    places.map(({ id, point }) => ({ type: 'Feature', properties: { id, point }, geometry: point })),
  )
  const groups = new Map<string, Group>()
  /** Returns the same object for the same cluster, so that memoized pins do not render again. */
  const kept = (group: Group): Group => {
    const before = groups.get(group.key)
    if (!before) groups.set(group.key, group)
    return before ?? group
  }
  return {
    within: (bounds, zoom) =>
      index.getClusters(bounds, Math.floor(zoom)).map(({ geometry, properties }) => {
        if (!('cluster_id' in properties)) {
          // The original point: the one of the index is rounded.
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
