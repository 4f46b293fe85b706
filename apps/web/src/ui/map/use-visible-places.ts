import { useMemo } from 'react'
import { createClusterIndex } from './clusters.ts'
import { MAX_ZOOM, type MapPlace, type RenderedArea } from './map-view.ts'

/** Pins closer than this many pixels form a cluster. `many`, from MANY_PLACES on, renders fewer pins. */
const CLUSTER_RADIUS_PX = { few: 46, many: 76 }
const MANY_PLACES = 300

/** The clusters of the rendered area, and the places that are in no cluster, with the selected place as the last. */
export const useVisiblePlaces = (places: readonly MapPlace[], chosen: string | null, area: RenderedArea | null) => {
  const clusterIndex = useMemo(
    () =>
      createClusterIndex(
        places,
        places.length < MANY_PLACES ? CLUSTER_RADIUS_PX.few : CLUSTER_RADIUS_PX.many,
        MAX_ZOOM,
      ),
    [places],
  )
  const byId = useMemo(() => new Map(places.map(place => [place.id, place])), [places])
  const clusters = area ? clusterIndex.within(area.bounds, area.zoom) : []
  const chosenPlace = chosen === null ? undefined : byId.get(chosen)
  const singles = clusters.flatMap(({ id }) => (id !== null && id !== chosen ? (byId.get(id) ?? []) : []))
  return { byId, clusters, shownPlaces: [...singles, ...(chosenPlace ? [chosenPlace] : [])] }
}
