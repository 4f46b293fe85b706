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
import { clustersOf, type Bounds, type Group } from './clusters.ts'
import { GroupPin, PlacePin } from './MapPins.tsx'
import { creditOf, fetchStyle, inOurColours, netOf, plainStyle, readColours } from './map-style.ts'
import { nameClearly } from './name-clearly.ts'
import { createPlacedPins } from './placed-pins.ts'
import css from './PlaceMap.module.css'

setWorkerUrl(workerUrl)

export interface MapPlace {
  id: string
  name: string
  point: Point
  /** Shown on its pin. */
  picture: ReactNode
}

export interface MapView {
  center: Point
  /** The visible extent, in degrees. */
  delta: { longitude: number; latitude: number }
}

export interface PlaceMapProps {
  label: string
  /** The visible area; a new value moves the map. */
  view: MapView
  places: readonly MapPlace[]
  chosen: string | null
  onChoose: (id: string) => void
  /** Called with the centre once the map has stopped; `byHand` if the user moved it. */
  onMoved: (center: Point, byHand: boolean) => void
  /** The user's position. */
  here: Point | null
  /** The place in the middle of the others, shown as a label without an action. */
  home?: { name: string; point: Point } | null
  /** The space at the edges, in pixels, that is covered by elements above the map. */
  room?: Room
  onLocate: () => void
  locating?: boolean
  /** Undefined while unknown, null if there are no tiles. */
  styleUrl: string | null | undefined
}

export interface Room {
  top: number
  bottom: number
  left: number
  right: number
}

/**
 * Pins closer than this, in pixels, form a cluster; the radius is larger where there are very many places, so that
 * fewer pins are rendered.
 */
const REACH = { few: 46, many: 76 }
/** The number of places from which the larger radius applies. */
const MANY = 300
/** Pins this far outside the view, in pixels, are rendered in advance. */
const AROUND = 192
/** Pins are updated when the map pauses this long while being moved; longer than a frame on a slow machine. */
const PAUSE_MS = 250
const MAX_ZOOM = 17
/** While zooming, clusters are recomputed after this many zoom levels. */
const STEPS_AT_ONCE = 3
const NO_POINTS_ZOOM = 2
/** The padding around an opened cluster, in pixels. */
const PADDING = 72
/** Places this close cannot be separated at any zoom and count as one. */
const SAME_PLACE_KM = 0.005

const corners = ({ center, delta }: MapView): [[number, number], [number, number]] => {
  const [longitude, latitude] = center.coordinates
  return [
    [longitude - delta.longitude / 2, latitude - delta.latitude / 2],
    [longitude + delta.longitude / 2, latitude + delta.latitude / 2],
  ]
}

/** Limits the insets to half of the map in each direction. */
const roomIn = ({ clientWidth, clientHeight }: HTMLElement, { top, bottom, left, right }: Room): Room => {
  const high = Math.min(1, clientHeight / 2 / (top + bottom))
  const wide = Math.min(1, clientWidth / 2 / (left + right))
  return { top: top * high, bottom: bottom * high, left: left * wide, right: right * wide }
}

/** The rendered part of the world: recomputed when the map stops, and during a move when the map leaves it. */
interface Drawn {
  bounds: Bounds
  zoom: number
}

const drawnOf = (map: TileMap): Drawn => {
  const { clientWidth, clientHeight } = map.getContainer()
  const low = map.unproject([-AROUND, clientHeight + AROUND])
  const high = map.unproject([clientWidth + AROUND, -AROUND])
  return { bounds: [low.lng, low.lat, high.lng, high.lat], zoom: Math.floor(map.getZoom()) }
}

/** Whether the rendered area still suffices during a move: it contains the centre, and the zoom is close. */
const isEnough = ({ bounds: [west, south, east, north], zoom }: Drawn, map: TileMap): boolean => {
  const { lng, lat } = map.getCenter()
  const steps = Math.abs(Math.floor(map.getZoom()) - zoom)
  return steps < STEPS_AT_ONCE && lng > west && lng < east && lat > south && lat < north
}

const middleOf = (map: TileMap): Point => {
  const { lng, lat } = map.getCenter().wrap()
  return { type: 'Point', coordinates: [lng, lat] }
}

const isShown = (pin: HTMLElement | undefined) => pin !== undefined && pin.checkVisibility({ visibilityProperty: true })

/** Prevents dragging the image of a pin, so that the map is dragged instead. */
const keepPicture = (event: DragEvent) => event.preventDefault()

/** An interactive map of places; a list beside it serves those who cannot use the map. */
export const PlaceMap = (props: PlaceMapProps) => {
  const { label, view, places, chosen, here, home, room, styleUrl, locating = false } = props
  const { t } = useText()
  const box = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<TileMap | null>(null)
  const [broken, setBroken] = useState(false)
  const [ground, setGround] = useState<'waiting' | 'plain' | 'tiles'>('waiting')
  const [credit, setCredit] = useState('')
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const [pins] = useState(createPlacedPins)
  const mark = useRef<HTMLSpanElement>(null)
  /** The ids in a cluster that was opened while focused, set once the map has stopped. */
  const [cameOut, setCameOut] = useState<readonly string[] | null>(null)
  const moved = useEffectEvent(props.onMoved)

  useEffect(() => {
    const element = box.current
    if (!element) return
    let made: TileMap
    try {
      made = new TileMap({
        container: element,
        style: plainStyle(readColours(element)),
        bounds: corners(view),
        ...(room && { fitBoundsOptions: { padding: roomIn(element, room) } }),
        maxZoom: MAX_ZOOM,
        minZoom: NO_POINTS_ZOOM,
        attributionControl: false,
        dragRotate: false,
        pitchWithRotate: false,
        touchPitch: false,
        locale: { 'Map.Title': t('map.ground') },
      })
    } catch {
      // Without WebGL there is no map.
      setBroken(true)
      return
    }
    made.touchZoomRotate.disableRotation()
    const drawNet = () => {
      const { lng, lat } = made.getCenter()
      made.getSource<GeoJSONSource>('net')?.setData(netOf(lng, lat, made.getZoom()))
    }
    made.on('load', drawNet)
    let last = drawnOf(made)
    const draw = () => setDrawn((last = drawnOf(made)))
    let pause: ReturnType<typeof setTimeout>
    made.on('move', () => {
      pins.follow(made)
      clearTimeout(pause)
      if (isEnough(last, made)) pause = setTimeout(draw, PAUSE_MS)
      // A transition, so that the map keeps moving.
      else startTransition(draw)
    })
    made.on('resize', () => {
      pins.place(made)
      draw()
    })
    made.on('moveend', ({ originalEvent }) => {
      pins.place(made)
      clearTimeout(pause)
      draw()
      nameClearly(mark.current)
      drawNet()
      moved(middleOf(made), originalEvent !== undefined)
    })
    // A missing tile leaves its area empty.
    made.on('error', () => {})
    setMap(made)
    setDrawn(last)
    return () => {
      clearTimeout(pause)
      setMap(null)
      made.remove()
    }
    // Created once; later changes are applied by the effects below.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  useEffect(() => {
    if (map) map.fitBounds(corners(view), { linear: true, ...(room && { padding: roomIn(map.getContainer(), room) }) })
  }, [map, view, room])

  useEffect(() => {
    if (!map || styleUrl === undefined) return
    if (styleUrl === null) return setGround('plain')
    let left = false
    const element = map.getContainer()
    fetchStyle(styleUrl).then(
      style => {
        if (left) return
        map.setStyle(inOurColours(style, readColours(element)), { diff: false })
        map.on('sourcedata', ({ isSourceLoaded }) => {
          if (!isSourceLoaded || left) return
          const sources = Object.keys(map.getStyle().sources).map(id => map.getSource(id))
          setCredit(creditOf(sources.flatMap(source => source?.attribution ?? [])))
        })
        setGround('tiles')
      },
      () => !left && setGround('plain'),
    )
    return () => {
      left = true
    }
  }, [map, styleUrl])

  const clusters = useMemo(() => clustersOf(places, places.length < MANY ? REACH.few : REACH.many, MAX_ZOOM), [places])
  const byId = useMemo(() => new Map(places.map(place => [place.id, place])), [places])
  useLayoutEffect(() => {
    // During a move, new pins position themselves through their ref.
    if (!map || map.isMoving()) return
    pins.place(map)
    nameClearly(mark.current)
  })

  const groups = drawn ? clusters.within(drawn.bounds, drawn.zoom) : []
  const marked = chosen === null ? undefined : byId.get(chosen)
  const alone = groups.flatMap(({ id }) => (id !== null && id !== chosen ? (byId.get(id) ?? []) : []))

  const goOn = useEffectEvent((ids: readonly string[]) => {
    // The user may have moved focus elsewhere meanwhile.
    if (document.activeElement !== map?.getCanvas()) return
    const keyOf = (id: string) => (id === chosen ? id : groups.find(group => group.ids().includes(id))?.key)
    const keys = new Set(ids.map(keyOf))
    const out = [...(box.current?.querySelectorAll<HTMLElement>('[data-pin]') ?? [])]
    const first = [...keys].map(key => out.find(({ dataset }) => dataset.pin === key)).find(pin => isShown(pin))
    first?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (cameOut) goOn(cameOut)
  }, [cameOut])

  if (broken) return <p className={css.broken}>{t('map.broken')}</p>

  const open = (group: Group) => {
    const ids = group.ids()
    const inside = ids.flatMap(id => byId.get(id) ?? [])
    const [first, ...others] = inside
    if (!map || !first) return
    const isOnePlace = others.every(({ point }) => distanceKm(first.point, point) < SAME_PLACE_KM)
    // A cluster that no zoom separates cycles through its places, one per click.
    if (isOnePlace || map.getZoom() >= MAX_ZOOM)
      return props.onChoose(ids[(chosen === null ? 0 : ids.indexOf(chosen) + 1) % ids.length]!)
    // The cluster pin disappears with its focus, so the canvas holds it meanwhile.
    if (document.activeElement?.matches('[data-pin]')) {
      map.getCanvas().focus({ preventScroll: true })
      void map.once('moveend', () => setCameOut(ids))
    }
    const [longitudes, latitudes] = [0, 1].map(axis => inside.map(({ point }) => point.coordinates[axis]!))
    map.fitBounds(
      [
        [Math.min(...longitudes!), Math.min(...latitudes!)],
        [Math.max(...longitudes!), Math.max(...latitudes!)],
      ],
      { padding: PADDING, maxZoom: MAX_ZOOM },
    )
  }

  return (
    <div className={css.map} role="region" aria-label={label} data-ground={ground}>
      <div ref={box} className={css.ground} />
      {/* Inside the map's own container, so that dragging, pinching and scrolling over a pin moves the map. */}
      {map &&
        createPortal(
          <div ref={pins.hold} className={css.pins} onDragStart={keepPicture}>
            {/* Below everything that can be clicked. */}
            {home && (
              <span ref={pins.at(home.point)} className={css.home}>
                <span ref={mark}>{home.name}</span>
              </span>
            )}
            {groups.map(group =>
              group.id === null ? <GroupPin key={group.key} pins={pins} group={group} onOpen={open} /> : null,
            )}
            {/* The selected pin is taken out of its cluster and rendered above the others. */}
            {[...alone, ...(marked ? [marked] : [])].map(place => (
              <PlacePin key={place.id} {...place} pins={pins} chosen={place.id === chosen} onChoose={props.onChoose} />
            ))}
            {here && <span ref={pins.at(here)} className={css.here} />}
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
            {credit || '© OpenStreetMap'}
          </a>
        </p>
      )}
    </div>
  )
}
