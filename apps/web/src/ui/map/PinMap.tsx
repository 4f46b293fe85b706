import type { Point } from '@parvis/contract/community.ts'
import { type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../Icon.tsx'
import { MapPane } from './MapPane.tsx'
import type { PlaceMapProps } from './PlaceMap.tsx'
import head from './PinHead.module.css'
import css from './PinMap.module.css'

export interface PinMapProps extends Pick<
  PlaceMapProps,
  'label' | 'view' | 'onMoved' | 'here' | 'onLocate' | 'locating' | 'styleUrl'
> {
  picture?: ReactNode
}

const noPlaces: readonly never[] = []

/** A map that is dragged under a fixed pin, to pick a position. */
export const PinMap = ({ picture, ...map }: PinMapProps) => (
  <div className={css.map}>
    <MapPane {...map} places={noPlaces} chosen={null} onChoose={() => {}} standalone />
    <span className={picture ? classNames(css.pin, head.head) : css.sign} aria-hidden="true">
      {picture ?? <Icon name="map-pin" size="l" />}
    </span>
  </div>
)

/** The extent of the map around a picked position, in degrees: a few streets. */
const STREET_EXTENT = { longitude: 0.012, latitude: 0.006 }

export const streetsAround = (center: Point) => ({ center, delta: STREET_EXTENT })
