import { distanceKm, type Point } from '@parvis/contract/community.ts'
import { DEFAULT_MAP_CENTER, type ListedCommunity, mapDeltas, NEAR_THRESHOLD_KM } from '@parvis/contract/find.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWhereabouts } from '#web/kernel/device/whereabouts.ts'
import type { MapView } from '#web/ui/map/PlaceMap.tsx'
import { installationQuery } from '#web/kernel/installation/installation.queries.ts'
import { nearQuery } from './find.queries.ts'

/** About a hundred metres: no finer position is ever sent. */
const DECIMALS = 3
const rounded = ({ coordinates: [longitude, latitude] }: Point): Point => ({
  type: 'Point',
  coordinates: [Number(longitude.toFixed(DECIMALS)), Number(latitude.toFixed(DECIMALS))],
})

const holds = ({ center, delta }: MapView, { coordinates: [longitude, latitude] }: Point) =>
  Math.abs(longitude - center.coordinates[0]) < delta.longitude / 2 &&
  Math.abs(latitude - center.coordinates[1]) < delta.latitude / 2

/** View of a map of communities and the communities around its centre, refetched once it has moved far enough. */
export const useNearMap = () => {
  const { here } = useWhereabouts()
  const [view, setView] = useState<MapView>(
    here ? { center: here, delta: mapDeltas.close } : { center: DEFAULT_MAP_CENTER, delta: mapDeltas.wide },
  )
  const [asked, setAsked] = useState(view.center)
  const [known, setKnown] = useState(here)
  const [settled, setSettled] = useState(here !== null)
  const near = useQuery(nearQuery(asked))
  const installation = useQuery(installationQuery())

  const goTo = (center: Point, delta: MapView['delta'] = mapDeltas.close) => {
    setSettled(true)
    setView({ center, delta })
    setAsked(rounded(center))
  }
  // The position became known while the map is open.
  if (here !== known) {
    setKnown(here)
    if (here) goTo(here)
  }
  // Until somebody moves it, the map starts where the communities are, as close as shows them all.
  const first = near.data?.[0]?.loc
  if (!settled && first) {
    setSettled(true)
    const close = { center: first, delta: mapDeltas.close }
    if (near.data?.every(({ loc }) => loc && holds(close, loc))) goTo(first)
    else if (!holds(view, first)) goTo(first, mapDeltas.wide)
  }

  return {
    near,
    /** Nearest first. */
    places: (near.data ?? []).filter((one): one is ListedCommunity & { loc: Point } => one.loc !== null),
    goTo,
    map: {
      view,
      here,
      styleUrl: installation.isError ? null : installation.data?.tilesStyleUrl,
      onMoved: (center: Point, byHand: boolean) => {
        if (byHand) setSettled(true)
        if (distanceKm(asked, center) > NEAR_THRESHOLD_KM) setAsked(rounded(center))
      },
    },
  }
}
