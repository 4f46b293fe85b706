/** Where something stands on the drawn map, in pixels. */
export interface Spot {
  id: string
  x: number
  y: number
}

export interface Cluster {
  ids: string[]
  x: number
  y: number
}

/**
 * Puts together what would lie over each other: each spot joins the first group whose middle is nearer than `reach`, in pixels, or
 * begins one. The order of the spots alone decides, so that a list and its map agree.
 */
export const clusterSpots = (spots: readonly Spot[], reach: number): Cluster[] => {
  const clusters: Cluster[] = []
  for (const { id, x, y } of spots) {
    const near = clusters.find(one => Math.hypot(one.x - x, one.y - y) < reach)
    if (!near) {
      clusters.push({ ids: [id], x, y })
      continue
    }
    const count = near.ids.push(id)
    near.x += (x - near.x) / count
    near.y += (y - near.y) / count
  }
  return clusters
}
