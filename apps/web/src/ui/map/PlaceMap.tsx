import type { Point } from '@parvis/contract/community.ts'
import { useRef, useState, type DragEvent, type Ref } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '../Icon.tsx'
import { IconButton } from '../IconButton.tsx'
import type { Cluster } from './clusters.ts'
import { ClusterPin, PlacePin } from './MapPins.tsx'
import type { Insets, MapPlace, MapView } from './map-view.ts'
import { createPinLayer, type PinLayer } from './pin-layer.ts'
import { useMapStyle } from './use-map-style.ts'
import { useOpenCluster } from './use-open-cluster.ts'
import { useTileMap } from './use-tile-map.ts'
import { useVisiblePlaces } from './use-visible-places.ts'
import css from './PlaceMap.module.css'

export type { Insets, MapPlace, MapView } from './map-view.ts'

export interface PlaceMapProps {
  label: string
  /** The visible area; a new value moves the map. */
  view: MapView
  places: readonly MapPlace[]
  chosen: string | null
  onChoose: (id: string) => void
  /** Called with the map's centre once the map stops moving; `isByUser` is true if the user moved it. */
  onMoved: (center: Point, isByUser: boolean) => void
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

/** Prevents dragging the picture in a pin, so that the map is dragged instead. */
const preventImageDrag = (event: DragEvent) => event.preventDefault()

interface PinsProps extends Pick<PlaceMapProps, 'home' | 'places' | 'chosen' | 'here' | 'onChoose'> {
  layerRef: PinLayer['layerRef']
  pins: PinLayer
  homeLabel: Ref<HTMLSpanElement>
  clusters: readonly Cluster[]
  onOpen: (cluster: Cluster) => void
}

const Pins = ({ layerRef, pins, home, homeLabel, clusters, places, chosen, here, onOpen, onChoose }: PinsProps) => (
  <div ref={layerRef} className={css.pins} onDragStart={preventImageDrag}>
    {/* The label is rendered below everything that can be clicked. */}
    {home && (
      <span ref={pins.pinRef(home.point)} className={css.home}>
        <span ref={homeLabel}>{home.name}</span>
      </span>
    )}
    {clusters.map(cluster =>
      cluster.id === null ? <ClusterPin key={cluster.key} pins={pins} cluster={cluster} onOpen={onOpen} /> : null,
    )}
    {/* The selected place is shown as a separate pin above the others, even if it is part of a cluster. */}
    {places.map(place => (
      <PlacePin key={place.id} {...place} pins={pins} isChosen={place.id === chosen} onChoose={onChoose} />
    ))}
    {here && <span ref={pins.pinRef(here)} className={css.here} />}
  </div>
)

/** An interactive map of places. A list of the places beside it is needed for people who cannot use the map. */
export const PlaceMap = (props: PlaceMapProps) => {
  const { label, view, insets, places, chosen, onChoose, onMoved, here, home, locating = false } = props
  const { t } = useText()
  const container = useRef<HTMLDivElement>(null)
  const homeLabel = useRef<HTMLSpanElement>(null)
  const [pins] = useState(createPinLayer)
  const { map, area, isUnsupported } = useTileMap(container, homeLabel, pins, { view, insets, onMoved })
  const { ground, attribution } = useMapStyle(map, props.styleUrl)
  const { byId, clusters, shownPlaces } = useVisiblePlaces(places, chosen, area)
  const openCluster = useOpenCluster({ map, clusters, byId, chosen, onChoose })

  if (isUnsupported) return <p className={css.broken}>{t('map.broken')}</p>

  return (
    <div className={css.map} role="region" aria-label={label} data-ground={ground}>
      <div ref={container} className={css.ground} />
      {/* Pins are inside the map's own container, so that dragging, pinching and scrolling on a pin moves the map. */}
      {map &&
        createPortal(
          <Pins
            layerRef={pins.layerRef}
            pins={pins}
            home={home}
            homeLabel={homeLabel}
            clusters={clusters}
            places={shownPlaces}
            chosen={chosen}
            here={here}
            onOpen={openCluster}
            onChoose={onChoose}
          />,
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
