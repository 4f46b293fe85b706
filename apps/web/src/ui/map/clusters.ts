import type { Point } from '@parvis/contract/community.ts'
import Supercluster from 'supercluster'

/** The bounds in degrees: west, south, east, north. */
export type Bounds = [number, number, number, number]

export interface Cluster {
  /** The same for the same cluster at the same zoom level. */
  key: string
  point: Point
  count: number
  /** The id of a single place; null for a cluster of several. */
  id: string | null
  placeIds: () => string[]
}

export interface ClusterIndex {
  within: (bounds: Bounds, zoom: number) => Cluster[]
}

interface ClusteredPlace {
  id: string
  point: Point
}

/** Clusters the places for all zoom levels once; the index is then queried for the visible bounds. */
export const createClusterIndex = (
  places: readonly ClusteredPlace[],
  radiusPx: number,
  maxZoom: number,
): ClusterIndex => {
  const order = new Map(places.map(({ id }, n) => [id, n]))
  const index = new Supercluster<ClusteredPlace, object>({ radius: radiusPx, maxZoom, minZoom: 0 }).load(
    places.map(({ id, point }) => ({ type: 'Feature', properties: { id, point }, geometry: point })),
  )
  const cache = new Map<string, Cluster>()
  /** Returns the same object for the same cluster, so that memoized pins do not render again. */
  const reuse = (cluster: Cluster): Cluster => {
    const existing = cache.get(cluster.key)
    if (!existing) cache.set(cluster.key, cluster)
    return existing ?? cluster
  }
  return {
    within: (bounds, zoom) =>
      index.getClusters(bounds, Math.floor(zoom)).map(({ geometry, properties }) => {
        if (!('cluster_id' in properties)) {
          // Uses the original point, because the index rounds coordinates.
          const { id, point } = properties as ClusteredPlace
          return reuse({ key: id, point, count: 1, id, placeIds: () => [id] })
        }
        const point: Point = { type: 'Point', coordinates: [geometry.coordinates[0]!, geometry.coordinates[1]!] }
        const { cluster_id: clusterId, point_count: count } = properties
        return reuse({
          key: `group ${clusterId}`,
          point,
          count,
          id: null,
          placeIds: () =>
            index
              .getLeaves(clusterId, Infinity)
              .map(leaf => leaf.properties.id)
              .sort((a, b) => order.get(a)! - order.get(b)!),
        })
      }),
  }
}
