import type { Point } from '@parvis/contract/community.ts'
import { type GeoJSONSource, Map as TileMap, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import 'maplibre-gl/dist/maplibre-gl.css'
import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { gridOf, plainStyle, readColours } from './map-style.ts'
import { centerOf, corners, isCovered, limitInsets, MAX_ZOOM, renderedAreaOf } from './map-view.ts'
import type { Insets, MapView, RenderedArea } from './map-view.ts'
import type { PinLayer } from './pin-layer.ts'
import { placeLabel } from './place-label.ts'

setWorkerUrl(workerUrl)

/** In milliseconds: pins are updated when a moving map pauses this long, longer than a frame on a slow machine. */
const PAUSE_MS = 250
const MIN_ZOOM = 2

/** Returns null if the browser has no WebGL, without which MapLibre cannot draw. */
const createTileMap = (container: HTMLElement, view: MapView, insets: Insets | undefined, title: string) => {
  let tileMap: TileMap
  try {
    tileMap = new TileMap({
      container,
      style: plainStyle(readColours(container)),
      bounds: corners(view),
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

/** Moves the pins with the map, and reports where pins have to be rendered. Returns the function that ends this. */
const followMoves = (
  tileMap: TileMap,
  pins: PinLayer,
  onArea: (area: RenderedArea) => void,
  onMoveEnd: (byHand: boolean) => void,
) => {
  let lastArea = renderedAreaOf(tileMap)
  const updateArea = () => onArea((lastArea = renderedAreaOf(tileMap)))
  let timer: ReturnType<typeof setTimeout>
  tileMap.on('move', () => {
    pins.followMap(tileMap)
    clearTimeout(timer)
    if (isCovered(lastArea, tileMap)) timer = setTimeout(updateArea, PAUSE_MS)
    // A transition does not block the movement of the map.
    else startTransition(updateArea)
  })
  tileMap.on('resize', () => {
    pins.placeAll(tileMap)
    updateArea()
  })
  tileMap.on('moveend', ({ originalEvent }) => {
    pins.placeAll(tileMap)
    clearTimeout(timer)
    updateArea()
    onMoveEnd(originalEvent !== undefined)
  })
  onArea(lastArea)
  return () => clearTimeout(timer)
}

interface TileMapOptions {
  view: MapView
  insets: Insets | undefined
  onMoved: (center: Point, byHand: boolean) => void
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
    const stopFollowing = followMoves(tileMap, pins, setArea, byHand => {
      placeLabel(homeLabel.current)
      updateGrid(tileMap)
      onMapMoved(centerOf(tileMap), byHand)
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
      map.fitBounds(corners(view), {
        linear: true,
        ...(insets && { padding: limitInsets(map.getContainer(), insets) }),
      })
  }, [map, view, insets])

  useLayoutEffect(() => {
    // Pins added while the map is moving are positioned by their ref callback.
    if (!map || map.isMoving()) return
    pins.placeAll(map)
    placeLabel(homeLabel.current)
  })

  return { map, area, isUnsupported }
}
