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
  /** The initial position, and a button if it has a name. The map follows its changes until a position is picked. */
  start: { name: string | null; point: Point }
  picture?: ReactNode
  /** The error text, with which the first button takes focus. */
  error?: string | null
  attempt?: number
}

/** Picks a position. Needs the texts of `map`. Without a map, only the device's position and `start` can be picked. */
export const PlacePicker = ({ label, styleUrl, value, onPick, start, picture, error, attempt }: PlacePickerProps) => {
  const { t } = useText()
  const { here, busy, look } = useMyPosition()
  // The view changes only when the user moves the map or presses a button.
  const [view, setView] = useState(() => streetsAround(value ?? start.point))
  const [shownStart, setShownStart] = useState(start.point)
  if (!isSamePoint(start.point, shownStart)) {
    setShownStart(start.point)
    if (!value || isSamePoint(value, shownStart) || isSamePoint(value, start.point)) setView(streetsAround(start.point))
  }
  const buttons = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) buttons.current?.querySelector('button')?.focus()
  }, [error, attempt])
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
          onMoved={(point, byHand) => byHand && onPick(point)}
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
        {start.name && (
          <Button size="s" icon="map-pin" onClick={() => pick(start.point)}>
            {start.name}
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
