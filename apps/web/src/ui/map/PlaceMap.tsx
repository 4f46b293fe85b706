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
  /** Drawn on its pin. */
  picture: ReactNode
}

export interface MapView {
  center: Point
  /** How much is shown, in degrees. */
  delta: { longitude: number; latitude: number }
}

export interface PlaceMapProps {
  label: string
  /** What the map shows; another one is gone to. */
  view: MapView
  places: readonly MapPlace[]
  chosen: string | null
  onChoose: (id: string) => void
  /** The middle of the map, once it stands still; `byHand` when its reader moved it. */
  onMoved: (center: Point, byHand: boolean) => void
  /** Where the reader is. */
  here: Point | null
  /** What the places are around: a mark with its name, which does nothing. */
  home?: { name: string; point: Point } | null
  /** What a view leaves free at its edges, in pixels, for what lies over the map. */
  room?: Room
  onLocate: () => void
  locating?: boolean
  /** Undefined as long as it is not known, null where there are no tiles. */
  styleUrl: string | null | undefined
}

export interface Room {
  top: number
  bottom: number
  left: number
  right: number
}

/**
 * Pins nearer than this, in pixels, are drawn as one group; where there are very many, from further apart, so that
 * fewer are drawn.
 */
const REACH = { few: 46, many: 76 }
/** From here on places are many. */
const MANY = 300
/** What is about to come into view is drawn already, in pixels. */
const AROUND = 192
/** Who moves the map and pauses sees what has come into view; longer than the frames of a slow machine. */
const PAUSE_MS = 250
const MAX_ZOOM = 17
/** As many steps of the zoom are gone through before what is drawn is grouped anew under way. */
const STEPS_AT_ONCE = 3
const NO_POINTS_ZOOM = 2
/** Around a group that is opened, in pixels. */
const PADDING = 72
/** What can be told apart at no zoom is as good as one place. */
const SAME_PLACE_KM = 0.005

const corners = ({ center, delta }: MapView): [[number, number], [number, number]] => {
  const [longitude, latitude] = center.coordinates
  return [
    [longitude - delta.longitude / 2, latitude - delta.latitude / 2],
    [longitude + delta.longitude / 2, latitude + delta.latitude / 2],
  ]
}

/** As much of the room as leaves half of the map to what is shown. */
const roomIn = ({ clientWidth, clientHeight }: HTMLElement, { top, bottom, left, right }: Room): Room => {
  const high = Math.min(1, clientHeight / 2 / (top + bottom))
  const wide = Math.min(1, clientWidth / 2 / (left + right))
  return { top: top * high, bottom: bottom * high, left: left * wide, right: right * wide }
}

/**
 * What of the world is drawn: worked out anew whenever the map stands still, and under way where it has gone further
 * than is drawn around it.
 */
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

/** Whether a map that is under way needs no other: its middle is in it, and the zoom not far from it. */
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

/** A pin's picture is not carried off: who drags it drags the map. */
const keepPicture = (event: DragEvent) => event.preventDefault()

/** Places on a map that can be moved; a list stands beside it, for whoever does not use it. */
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
  /** What was in a group that was opened with focus on it, once the map stands still. */
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
      // without WebGL there is no map
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
      // the map goes on meanwhile
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
    // a tile that does not come leaves its place plain
    made.on('error', () => {})
    setMap(made)
    setDrawn(last)
    return () => {
      clearTimeout(pause)
      setMap(null)
      made.remove()
    }
    // made once: what changes later is told to it
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
    // under way what comes is put in its place alone
    if (!map || map.isMoving()) return
    pins.place(map)
    nameClearly(mark.current)
  })

  const groups = drawn ? clusters.within(drawn.bounds, drawn.zoom) : []
  const marked = chosen === null ? undefined : byId.get(chosen)
  const alone = groups.flatMap(({ id }) => (id !== null && id !== chosen ? (byId.get(id) ?? []) : []))

  const goOn = useEffectEvent((ids: readonly string[]) => {
    // who went elsewhere meanwhile stays there
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
    // what no zoom takes apart is gone through, one at each tap
    if (isOnePlace || map.getZoom() >= MAX_ZOOM)
      return props.onChoose(ids[(chosen === null ? 0 : ids.indexOf(chosen) + 1) % ids.length]!)
    // the group goes, and focus with it: meanwhile the map has it
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
      {/* in the map itself: who drags, pinches or turns the wheel over a pin moves the map */}
      {map &&
        createPortal(
          <div ref={pins.hold} className={css.pins} onDragStart={keepPicture}>
            {/* under all that can be tapped */}
            {home && (
              <span ref={pins.at(home.point)} className={css.home}>
                <span ref={mark}>{home.name}</span>
              </span>
            )}
            {groups.map(group =>
              group.id === null ? <GroupPin key={group.key} pins={pins} group={group} onOpen={open} /> : null,
            )}
            {/* what is chosen stands out of its group, over the others */}
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
