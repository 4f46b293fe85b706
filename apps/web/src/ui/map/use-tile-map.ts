import type { Point } from '@parvis/contract/community.ts'
import { type GeoJSONSource, Map as TileMap, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import 'maplibre-gl/dist/maplibre-gl.css'
import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { gridOf, plainStyle, readColours } from './map-style.ts'
import { centerOf, cornersOf, isCovered, limitInsets, MAX_ZOOM, renderedAreaOf } from './map-view.ts'
import type { Insets, MapView, RenderedArea } from './map-view.ts'
import type { PinLayer } from './pin-layer.ts'
import { placeLabel } from './place-label.ts'

setWorkerUrl(workerUrl)

/** How long a moving map must pause before pins are updated, in milliseconds: longer than a frame takes. */
const PAUSE_MS = 250
const MIN_ZOOM = 2

/** Returns null if the browser has no WebGL, without which MapLibre cannot draw. */
const createTileMap = (container: HTMLElement, view: MapView, insets: Insets | undefined, title: string) => {
  let tileMap: TileMap
  try {
    tileMap = new TileMap({
      container,
      style: plainStyle(readColours(container)),
      bounds: cornersOf(view),
      ...(insets && { fitBoundsOptions: { padding: limitInsets(container, insets) } }),
      maxZoom: MAX_ZOOM,
      minZoom: MIN_ZOOM,
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      locale: { 'Map.Title': title },
    })
  } catch {
    return null
  }
  tileMap.touchZoomRotate.disableRotation()
  return tileMap
}

const updateGrid = (tileMap: TileMap) => {
  const { lng, lat } = tileMap.getCenter()
  tileMap.getSource<GeoJSONSource>('net')?.setData(gridOf(lng, lat, tileMap.getZoom()))
}

/** Moves the pins with the map, and reports the area in which to render pins. Returns the clean-up function. */
const followMoves = (
  tileMap: TileMap,
  pins: PinLayer,
  onAreaChange: (area: RenderedArea) => void,
  onMoveEnd: (isByUser: boolean) => void,
) => {
  let lastArea = renderedAreaOf(tileMap)
  const updateArea = () => onAreaChange((lastArea = renderedAreaOf(tileMap)))
  let timer: ReturnType<typeof setTimeout>
  tileMap.on('move', () => {
    pins.followMap(tileMap)
    clearTimeout(timer)
    if (isCovered(lastArea, tileMap)) timer = setTimeout(updateArea, PAUSE_MS)
    // A transition does not block the movement of the map.
    else startTransition(updateArea)
  })
  tileMap.on('resize', () => {
    pins.placeAllPins(tileMap)
    updateArea()
  })
  tileMap.on('moveend', ({ originalEvent }) => {
    pins.placeAllPins(tileMap)
    clearTimeout(timer)
    updateArea()
    onMoveEnd(originalEvent !== undefined)
  })
  onAreaChange(lastArea)
  return () => clearTimeout(timer)
}

interface TileMapOptions {
  view: MapView
  insets: Insets | undefined
  onMoved: (center: Point, isByUser: boolean) => void
}

/** The map in `container`, which shows `view` and moves the pins; `map` is null until it is created. */
export const useTileMap = (
  container: RefObject<HTMLElement | null>,
  homeLabel: RefObject<HTMLElement | null>,
  pins: PinLayer,
  { view, insets, onMoved }: TileMapOptions,
) => {
  const { t } = useText()
  const [map, setMap] = useState<TileMap | null>(null)
  const [isUnsupported, setIsUnsupported] = useState(false)
  const [area, setArea] = useState<RenderedArea | null>(null)
  const onMapMoved = useEffectEvent(onMoved)

  useEffect(() => {
    const element = container.current
    if (!element) return
    const tileMap = createTileMap(element, view, insets, t('map.ground'))
    if (!tileMap) return setIsUnsupported(true)
    tileMap.on('load', () => updateGrid(tileMap))
    const stopFollowing = followMoves(tileMap, pins, setArea, isByUser => {
      placeLabel(homeLabel.current)
      updateGrid(tileMap)
      onMapMoved(centerOf(tileMap), isByUser)
    })
    // Ignored: a tile that fails to load only leaves its area empty.
    tileMap.on('error', () => {})
    setMap(tileMap)
    return () => {
      stopFollowing()
      setMap(null)
      tileMap.remove()
    }
    // The map is created once; the effects below apply later changes of the props.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  useEffect(() => {
    if (map)
      map.fitBounds(cornersOf(view), {
        linear: true,
        ...(insets && { padding: limitInsets(map.getContainer(), insets) }),
      })
  }, [map, view, insets])

  useLayoutEffect(() => {
    // Pins added while the map is moving are positioned by their ref callback.
    if (!map || map.isMoving()) return
    pins.placeAllPins(map)
    placeLabel(homeLabel.current)
  })

  return { map, area, isUnsupported }
}
