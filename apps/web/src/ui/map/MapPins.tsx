import { memo, type ReactNode } from 'react'
import type { Point } from '@parvis/contract/community.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import type { Cluster } from './clusters.ts'
import type { PinLayer } from './pin-layer.ts'
import css from './MapPins.module.css'
import head from './PinHead.module.css'

interface ClusterPinProps {
  pins: PinLayer
  cluster: Cluster
  onOpen: (cluster: Cluster) => void
}

/** One pin for several overlapping places, which shows their number. */
export const ClusterPin = memo(({ pins, cluster, onOpen }: ClusterPinProps) => {
  const { t } = useText()
  return (
    <div ref={pins.pinRef(cluster.point)} className={css.place}>
      <button
        type="button"
        className={css.cluster}
        data-pin={cluster.key}
        aria-label={t('map.cluster', { count: cluster.count })}
        onClick={() => onOpen(cluster)}
      >
        {cluster.count}
      </button>
    </div>
  )
})

interface PlacePinProps {
  pins: PinLayer
  id: string
  name: string
  point: Point
  picture: ReactNode
  isChosen: boolean
  onChoose: (id: string) => void
}

export const PlacePin = memo(({ pins, id, name, point, picture, isChosen, onChoose }: PlacePinProps) => (
  <div ref={pins.pinRef(point)} className={css.place}>
    <button
      type="button"
      className={css.pin}
      data-pin={id}
      aria-label={name}
      aria-pressed={isChosen}
      onClick={() => onChoose(id)}
    >
      <span className={head.head}>{picture}</span>
    </button>
  </div>
))
