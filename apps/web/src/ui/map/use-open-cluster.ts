import { distanceKm } from '@parvis/contract/community.ts'
import type { Map as TileMap } from 'maplibre-gl'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Cluster } from './clusters.ts'
import { MAX_ZOOM, type MapPlace } from './map-view.ts'

/** The padding around an opened cluster, in pixels. */
const CLUSTER_PADDING_PX = 72
/** Places closer than this cannot be separated at any zoom level, and count as one. */
const SAME_PLACE_KM = 0.005

const isVisible = (pin: HTMLElement | undefined) =>
  pin !== undefined && pin.checkVisibility({ visibilityProperty: true })

interface OpenClusterOptions {
  map: TileMap | null
  clusters: readonly Cluster[]
  byId: ReadonlyMap<string, MapPlace>
  chosen: string | null
  onChoose: (id: string) => void
}

/** Returns the function that zooms to the places of a cluster, or selects the next one if they share a position. */
export const useOpenCluster = ({ map, clusters, byId, chosen, onChoose }: OpenClusterOptions) => {
  /** The ids of a cluster that was opened by keyboard, set once the map has stopped moving. */
  const [openedIds, setOpenedIds] = useState<readonly string[] | null>(null)

  const focusOpenedPin = useEffectEvent((ids: readonly string[]) => {
    // Moves focus only if the canvas still has the focus, because the user may have moved it elsewhere.
    if (!map || document.activeElement !== map.getCanvas()) return
    const keyOf = (id: string) => (id === chosen ? id : clusters.find(cluster => cluster.placeIds().includes(id))?.key)
    const keys = new Set(ids.map(keyOf))
    const pinElements = [...map.getContainer().querySelectorAll<HTMLElement>('[data-pin]')]
    const first = [...keys]
      .map(key => pinElements.find(({ dataset }) => dataset.pin === key))
      .find(pin => isVisible(pin))
    first?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (openedIds) focusOpenedPin(openedIds)
  }, [openedIds])

  return (cluster: Cluster) => {
    const ids = cluster.placeIds()
    const inside = ids.flatMap(id => byId.get(id) ?? [])
    const [first, ...others] = inside
    if (!map || !first) return
    const isOnePlace = others.every(({ point }) => distanceKm(first.point, point) < SAME_PLACE_KM)
    // A click on a cluster that no zoom level separates selects its next place.
    if (isOnePlace || map.getZoom() >= MAX_ZOOM)
      return onChoose(ids[(chosen === null ? 0 : ids.indexOf(chosen) + 1) % ids.length]!)
    // The canvas receives focus, because the cluster's focused pin disappears.
    if (document.activeElement?.matches('[data-pin]')) {
      map.getCanvas().focus({ preventScroll: true })
      void map.once('moveend', () => setOpenedIds(ids))
    }
    const [longitudes, latitudes] = [0, 1].map(axis => inside.map(({ point }) => point.coordinates[axis]!))
    map.fitBounds(
      [
        [Math.min(...longitudes!), Math.min(...latitudes!)],
        [Math.max(...longitudes!), Math.max(...latitudes!)],
      ],
      { padding: CLUSTER_PADDING_PX, maxZoom: MAX_ZOOM },
    )
  }
}
