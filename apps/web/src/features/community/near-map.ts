import { distanceKm, type Point } from '@parvis/contract/community.ts'
import { DEFAULT_MAP_CENTER, type ListedCommunity, mapDeltas, NEAR_THRESHOLD_KM } from '@parvis/contract/find.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDevicePosition } from '#web/kernel/device/geolocation.ts'
import type { MapView } from '#web/ui/map/PlaceMap.tsx'
import { installationQuery } from '#web/kernel/installation/installation.queries.ts'
import { nearCommunitiesQuery } from './find.queries.ts'

/** Number of decimals of a position that is sent to the server, in degrees: a precision of about a hundred metres. */
const POSITION_DECIMALS = 3
const roundPoint = ({ coordinates: [longitude, latitude] }: Point): Point => ({
  type: 'Point',
  coordinates: [Number(longitude.toFixed(POSITION_DECIMALS)), Number(latitude.toFixed(POSITION_DECIMALS))],
})

const containsPoint = ({ center, delta }: MapView, { coordinates: [longitude, latitude] }: Point) =>
  Math.abs(longitude - center.coordinates[0]) < delta.longitude / 2 &&
  Math.abs(latitude - center.coordinates[1]) < delta.latitude / 2

/** The map’s view and the communities around its centre, refetched once the centre has moved far enough. */
export const useNearbyCommunitiesMap = () => {
  const { position } = useDevicePosition()
  const [view, setView] = useState<MapView>(
    position ? { center: position, delta: mapDeltas.close } : { center: DEFAULT_MAP_CENTER, delta: mapDeltas.wide },
  )
  const [queryCenter, setQueryCenter] = useState(view.center)
  const [lastHere, setLastHere] = useState(position)
  const [isPositioned, setPositioned] = useState(position !== null)
  const near = useQuery(nearCommunitiesQuery(queryCenter))
  const installation = useQuery(installationQuery())

  const goTo = (center: Point, delta: MapView['delta'] = mapDeltas.close) => {
    setPositioned(true)
    setView({ center, delta })
    setQueryCenter(roundPoint(center))
  }
  // The map moves to the viewer’s position when it changes or becomes known while the map is open.
  if (position !== lastHere) {
    setLastHere(position)
    if (position) goTo(position)
  }
  // Without a position, the map moves once to the first community unless visible, and zooms in if all then fit.
  const first = near.data?.[0]?.loc
  if (!isPositioned && first) {
    setPositioned(true)
    const close = { center: first, delta: mapDeltas.close }
    if (near.data?.every(({ loc }) => loc && containsPoint(close, loc))) goTo(first)
    else if (!containsPoint(view, first)) goTo(first, mapDeltas.wide)
  }

  return {
    near,
    /** Communities that have a position, nearest first. */
    places: (near.data ?? []).filter((one): one is ListedCommunity & { loc: Point } => one.loc !== null),
    goTo,
    map: {
      view,
      here: position,
      styleUrl: installation.isError ? null : installation.data?.tilesStyleUrl,
      onMoved: (center: Point, isByUser: boolean) => {
        if (isByUser) setPositioned(true)
        if (distanceKm(queryCenter, center) > NEAR_THRESHOLD_KM) setQueryCenter(roundPoint(center))
      },
    },
  }
}
