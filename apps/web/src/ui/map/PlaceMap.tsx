import { distanceKm, type Point } from '@parvis/contract/community.ts'
import { type GeoJSONSource, Map as TileMap, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import 'maplibre-gl/dist/maplibre-gl.css'
import {
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type DragEvent,
  type ReactNode,
} from 'react'
import { createPortal } from 'react-dom'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '../Icon.tsx'
import { IconButton } from '../IconButton.tsx'
import { createClusterIndex, type Bounds, type Cluster } from './clusters.ts'
import { ClusterPin, PlacePin } from './MapPins.tsx'
import { joinAttributions, fetchStyle, withThemeColours, gridOf, plainStyle, readColours } from './map-style.ts'
import { placeLabel } from './place-label.ts'
import { createPinLayer } from './pin-layer.ts'
import css from './PlaceMap.module.css'

setWorkerUrl(workerUrl)

export interface MapPlace {
  id: string
  name: string
  point: Point
  picture: ReactNode
}

export interface MapView {
  center: Point
  /** The extent of the visible area, in degrees. */
  delta: { longitude: number; latitude: number }
}

export interface PlaceMapProps {
  label: string
  /** The visible area; a new value moves the map. */
  view: MapView
  places: readonly MapPlace[]
  chosen: string | null
  onChoose: (id: string) => void
  /** Called with the map's centre once the map stops moving; `byHand` is true if the user moved it. */
  onMoved: (center: Point, byHand: boolean) => void
  here: Point | null
  /** The community's own location, shown as a label that cannot be clicked. */
  home?: { name: string; point: Point } | null
  /** The margins, in pixels, that other elements cover at the edges of the map. */
  insets?: Insets
  onLocate: () => void
  locating?: boolean
  /** The URL of the map style: undefined while unknown, null if there are no tiles. */
  styleUrl: string | null | undefined
}

export interface Insets {
  top: number
  bottom: number
  left: number
  right: number
}

/** Pins closer than this many pixels form a cluster. `many`, from MANY_PLACES on, renders fewer pins. */
const CLUSTER_RADIUS_PX = { few: 46, many: 76 }
const MANY_PLACES = 300
/** Pins up to this many pixels outside the visible area are rendered in advance. */
const RENDER_MARGIN_PX = 192
/** In milliseconds: pins are updated when a moving map pauses this long, longer than a frame on a slow machine. */
const PAUSE_MS = 250
const MAX_ZOOM = 17
/** While the user zooms, clusters are computed again after this many zoom levels. */
const MAX_ZOOM_STEPS = 3
const MIN_ZOOM = 2
/** The padding around an opened cluster, in pixels. */
const CLUSTER_PADDING_PX = 72
/** Places closer than this cannot be separated at any zoom level, and count as one. */
const SAME_PLACE_KM = 0.005

const corners = ({ center, delta }: MapView): [[number, number], [number, number]] => {
  const [longitude, latitude] = center.coordinates
  return [
    [longitude - delta.longitude / 2, latitude - delta.latitude / 2],
    [longitude + delta.longitude / 2, latitude + delta.latitude / 2],
  ]
}

const limitInsets = ({ clientWidth, clientHeight }: HTMLElement, { top, bottom, left, right }: Insets): Insets => {
  const high = Math.min(1, clientHeight / 2 / (top + bottom))
  const wide = Math.min(1, clientWidth / 2 / (left + right))
  return { top: top * high, bottom: bottom * high, left: left * wide, right: right * wide }
}

interface RenderedArea {
  bounds: Bounds
  zoom: number
}

const renderedAreaOf = (map: TileMap): RenderedArea => {
  const { clientWidth, clientHeight } = map.getContainer()
  const low = map.unproject([-RENDER_MARGIN_PX, clientHeight + RENDER_MARGIN_PX])
  const high = map.unproject([clientWidth + RENDER_MARGIN_PX, -RENDER_MARGIN_PX])
  return { bounds: [low.lng, low.lat, high.lng, high.lat], zoom: Math.floor(map.getZoom()) }
}

/** Whether the rendered pins still suffice for a moving map: they surround its centre at a similar zoom level. */
const isCovered = ({ bounds: [west, south, east, north], zoom }: RenderedArea, map: TileMap): boolean => {
  const { lng, lat } = map.getCenter()
  const steps = Math.abs(Math.floor(map.getZoom()) - zoom)
  return steps < MAX_ZOOM_STEPS && lng > west && lng < east && lat > south && lat < north
}

const centerOf = (map: TileMap): Point => {
  const { lng, lat } = map.getCenter().wrap()
  return { type: 'Point', coordinates: [lng, lat] }
}

const isVisible = (pin: HTMLElement | undefined) =>
  pin !== undefined && pin.checkVisibility({ visibilityProperty: true })

/** Prevents dragging the picture in a pin, so that the map is dragged instead. */
const preventImageDrag = (event: DragEvent) => event.preventDefault()

/** An interactive map of places. People who cannot use it need a list of the places beside it. */
export const PlaceMap = (props: PlaceMapProps) => {
  const { label, view, places, chosen, here, home, insets, styleUrl, locating = false } = props
  const { t } = useText()
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<TileMap | null>(null)
  const [isUnsupported, setIsUnsupported] = useState(false)
  const [ground, setGround] = useState<'waiting' | 'plain' | 'tiles'>('waiting')
  const [attribution, setAttribution] = useState('')
  const [area, setArea] = useState<RenderedArea | null>(null)
  const [pins] = useState(createPinLayer)
  const homeLabel = useRef<HTMLSpanElement>(null)
  /** The ids of a cluster that was opened by keyboard, set once the map has stopped moving. */
  const [openedIds, setOpenedIds] = useState<readonly string[] | null>(null)
  const onMapMoved = useEffectEvent(props.onMoved)

  useEffect(() => {
    const element = container.current
    if (!element) return
    let tileMap: TileMap
    try {
      tileMap = new TileMap({
        container: element,
        style: plainStyle(readColours(element)),
        bounds: corners(view),
        ...(insets && { fitBoundsOptions: { padding: limitInsets(element, insets) } }),
        maxZoom: MAX_ZOOM,
        minZoom: MIN_ZOOM,
        attributionControl: false,
        dragRotate: false,
        pitchWithRotate: false,
        touchPitch: false,
        locale: { 'Map.Title': t('map.ground') },
      })
    } catch {
      // The browser has no WebGL, without which MapLibre cannot draw.
      setIsUnsupported(true)
      return
    }
    tileMap.touchZoomRotate.disableRotation()
    const updateGrid = () => {
      const { lng, lat } = tileMap.getCenter()
      tileMap.getSource<GeoJSONSource>('net')?.setData(gridOf(lng, lat, tileMap.getZoom()))
    }
    tileMap.on('load', updateGrid)
    let lastArea = renderedAreaOf(tileMap)
    const updateArea = () => setArea((lastArea = renderedAreaOf(tileMap)))
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
      placeLabel(homeLabel.current)
      updateGrid()
      onMapMoved(centerOf(tileMap), originalEvent !== undefined)
    })
    // Ignored: a tile that fails to load only leaves its area empty.
    tileMap.on('error', () => {})
    setMap(tileMap)
    setArea(lastArea)
    return () => {
      clearTimeout(timer)
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

  useEffect(() => {
    if (!map || styleUrl === undefined) return
    if (styleUrl === null) return setGround('plain')
    let isCancelled = false
    const element = map.getContainer()
    fetchStyle(styleUrl).then(
      style => {
        if (isCancelled) return
        map.setStyle(withThemeColours(style, readColours(element)), { diff: false })
        map.on('sourcedata', ({ isSourceLoaded }) => {
          if (!isSourceLoaded || isCancelled) return
          const sources = Object.keys(map.getStyle().sources).map(id => map.getSource(id))
          setAttribution(joinAttributions(sources.flatMap(source => source?.attribution ?? [])))
        })
        setGround('tiles')
      },
      () => !isCancelled && setGround('plain'),
    )
    return () => {
      isCancelled = true
    }
  }, [map, styleUrl])

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
  useLayoutEffect(() => {
    // Pins added while the map is moving are positioned by their ref callback.
    if (!map || map.isMoving()) return
    pins.placeAll(map)
    placeLabel(homeLabel.current)
  })

  const visibleClusters = area ? clusterIndex.within(area.bounds, area.zoom) : []
  const chosenPlace = chosen === null ? undefined : byId.get(chosen)
  const singles = visibleClusters.flatMap(({ id }) => (id !== null && id !== chosen ? (byId.get(id) ?? []) : []))

  const focusOpened = useEffectEvent((ids: readonly string[]) => {
    // Moves focus only if the canvas still has it, as the user may have moved it elsewhere.
    if (document.activeElement !== map?.getCanvas()) return
    const keyOf = (id: string) =>
      id === chosen ? id : visibleClusters.find(cluster => cluster.ids().includes(id))?.key
    const keys = new Set(ids.map(keyOf))
    const pinElements = [...(container.current?.querySelectorAll<HTMLElement>('[data-pin]') ?? [])]
    const first = [...keys]
      .map(key => pinElements.find(({ dataset }) => dataset.pin === key))
      .find(pin => isVisible(pin))
    first?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (openedIds) focusOpened(openedIds)
  }, [openedIds])

  if (isUnsupported) return <p className={css.broken}>{t('map.broken')}</p>

  const openCluster = (cluster: Cluster) => {
    const ids = cluster.ids()
    const inside = ids.flatMap(id => byId.get(id) ?? [])
    const [first, ...others] = inside
    if (!map || !first) return
    const isOnePlace = others.every(({ point }) => distanceKm(first.point, point) < SAME_PLACE_KM)
    // A click on a cluster that no zoom level separates selects its next place.
    if (isOnePlace || map.getZoom() >= MAX_ZOOM)
      return props.onChoose(ids[(chosen === null ? 0 : ids.indexOf(chosen) + 1) % ids.length]!)
    // The canvas takes focus, because the cluster's focused pin disappears.
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

  return (
    <div className={css.map} role="region" aria-label={label} data-ground={ground}>
      <div ref={container} className={css.ground} />
      {/* Pins are inside the map's own container, so that dragging, pinching and scrolling on a pin moves the map. */}
      {map &&
        createPortal(
          <div ref={pins.layerRef} className={css.pins} onDragStart={preventImageDrag}>
            {/* The label is rendered below everything that can be clicked. */}
            {home && (
              <span ref={pins.pinRef(home.point)} className={css.home}>
                <span ref={homeLabel}>{home.name}</span>
              </span>
            )}
            {visibleClusters.map(cluster =>
              cluster.id === null ? (
                <ClusterPin key={cluster.key} pins={pins} cluster={cluster} onOpen={openCluster} />
              ) : null,
            )}
            {/* The selected place is shown as a separate pin above the others, even if it is part of a cluster. */}
            {[...singles, ...(chosenPlace ? [chosenPlace] : [])].map(place => (
              <PlacePin key={place.id} {...place} pins={pins} chosen={place.id === chosen} onChoose={props.onChoose} />
            ))}
            {here && <span ref={pins.pinRef(here)} className={css.here} />}
          </div>,
          map.getCanvasContainer(),
        )}
      <div className={css.tools}>
        <IconButton icon="locate" label={t('map.locate')} onClick={props.onLocate} aria-busy={locating} />
        <IconButton icon="plus" label={t('map.zoomin')} onClick={() => map?.zoomIn()} />
        <IconButton icon="minus" label={t('map.zoomout')} onClick={() => map?.zoomOut()} />
      </div>
      {ground === 'plain' && (
        <p className={css.credit} role="status">
          <Icon name="info" size="s" />
          {t('map.plain')}
        </p>
      )}
      {ground === 'tiles' && (
        <p className={css.credit}>
          <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
            {attribution || '© OpenStreetMap'}
          </a>
        </p>
      )}
    </div>
  )
}
