import { isSamePoint, type Point } from '@parvis/contract/community.ts'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import { PinMap, streetsAround } from './PinMap.tsx'
import type { PlaceMapProps } from './PlaceMap.tsx'
import { useMyPosition } from './use-my-position.ts'
import css from './PlacePicker.module.css'

export interface PlacePickerProps extends Pick<PlaceMapProps, 'label' | 'styleUrl'> {
  /** The picked position; null if there is none yet. */
  value: Point | null
  onPick: (point: Point) => void
  /** The initial place; if it has a name, a button picks it. The map follows it until another position is picked. */
  initialPlace: { name: string | null; point: Point }
  picture?: ReactNode
  /** The error text. When it appears, the first button receives focus. */
  error?: string | null
  submitCount?: number
}

/**
 * Picks a position. Requires that the texts of `map` are loaded. Without a map, only the device's position and
 * `initialPlace` can be picked.
 */
export const PlacePicker = ({
  label,
  styleUrl,
  value,
  onPick,
  initialPlace,
  picture,
  error,
  submitCount,
}: PlacePickerProps) => {
  const { t } = useText()
  const { here, busy, findPosition: look } = useMyPosition()
  // The view changes only when a button picks a position, or `initialPlace` changes.
  const [view, setView] = useState(() => streetsAround(value ?? initialPlace.point))
  const [shownStart, setShownStart] = useState(initialPlace.point)
  if (!isSamePoint(initialPlace.point, shownStart)) {
    setShownStart(initialPlace.point)
    if (!value || isSamePoint(value, shownStart) || isSamePoint(value, initialPlace.point))
      setView(streetsAround(initialPlace.point))
  }
  const buttons = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) buttons.current?.querySelector('button')?.focus()
  }, [error, submitCount])
  const pick = (point: Point) => {
    setView(streetsAround(point))
    onPick(point)
  }
  const locate = async () => {
    const position = await look()
    if (position) pick(position)
  }
  return (
    <div className={css.picker} data-invalid={error ? '' : undefined}>
      <div className={css.map}>
        <PinMap
          label={label}
          view={view}
          onMoved={(point, isByUser) => isByUser && onPick(point)}
          here={here}
          onLocate={() => void locate()}
          locating={busy}
          styleUrl={styleUrl}
          picture={picture}
        />
      </div>
      <p className={css.state} data-picked={value ? '' : undefined} role="status">
        <Icon name={value ? 'check' : 'map-pin'} size="s" />
        {t(value ? 'map.pick.done' : 'map.pick.none')}
      </p>
      <div ref={buttons} className={css.ways}>
        <Button size="s" icon="locate" busy={busy} onClick={() => void locate()}>
          {t('map.pick.here')}
        </Button>
        {initialPlace.name && (
          <Button size="s" icon="map-pin" onClick={() => pick(initialPlace.point)}>
            {initialPlace.name}
          </Button>
        )}
      </div>
      {error && (
        <p className={css.error} role="alert">
          <Icon name="circle-alert" size="s" />
          {error}
        </p>
      )}
    </div>
  )
}
