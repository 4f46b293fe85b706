import { memo, type ReactNode } from 'react'
import type { Point } from '@parvis/contract/community.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import type { Group } from './clusters.ts'
import type { PlacedPins } from './placed-pins.ts'
import css from './MapPins.module.css'
import head from './PinHead.module.css'

interface GroupPinProps {
  pins: PlacedPins
  group: Group
  onOpen: (group: Group) => void
}

/** Several overlapping places as one pin with their number. */
export const GroupPin = memo(({ pins, group, onOpen }: GroupPinProps) => {
  const { t } = useText()
  return (
    <div ref={pins.at(group.point)} className={css.place}>
      <button
        type="button"
        className={css.cluster}
        data-pin={group.key}
        aria-label={t('map.cluster', { count: group.count })}
        onClick={() => onOpen(group)}
      >
        {group.count}
      </button>
    </div>
  )
})

interface PlacePinProps {
  pins: PlacedPins
  id: string
  name: string
  point: Point
  picture: ReactNode
  chosen: boolean
  onChoose: (id: string) => void
}

export const PlacePin = memo(({ pins, id, name, point, picture, chosen, onChoose }: PlacePinProps) => (
  <div ref={pins.at(point)} className={css.place}>
    <button
      type="button"
      className={css.pin}
      data-pin={id}
      aria-label={name}
      aria-pressed={chosen}
      onClick={() => onChoose(id)}
    >
      <span className={head.head}>{picture}</span>
    </button>
  </div>
))
