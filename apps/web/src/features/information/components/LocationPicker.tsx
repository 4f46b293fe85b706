import { isSamePoint, type Point } from '@parvis/contract/community.ts'
import { useState } from 'react'
import { locateDevice, useDevicePosition } from '#web/kernel/device/geolocation.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PinMap, streetsAround } from '#web/ui/map/PinMap.tsx'
import typography from '#web/ui/typography.module.css'
import css from './LocationPicker.module.css'

export interface LocationPickerProps {
  point: Point | null
  /** Centre of the map while there is no point yet. */
  initialCenter: Point
  styleUrl: string | null | undefined
  onPointChange: (point: Point) => void
}

/** Focuses the map, because the map replaces the button that had the focus. */
const focusMap = (map: HTMLElement | null) => map?.focus({ preventScroll: true })

/** The position of the community on a map that is loaded on request. */
export const LocationPicker = ({ point, initialCenter, styleUrl, onPointChange }: LocationPickerProps) => {
  const { t } = useText()
  const { position, isLocating } = useDevicePosition()
  const [open, setOpen] = useState(false)
  const [view, setView] = useState(() => streetsAround(point ?? initialCenter))
  const [shown, setShown] = useState({ point, initialCenter })
  const move = (to: Point) => {
    setShown({ ...shown, point: to })
    onPointChange(to)
  }
  // When the point changes outside this map, because somebody else saved it or the draft was discarded, the map
  // shows the new point. Without a point, the map moves to the town that is being typed.
  const hasPointChanged = !isSamePoint(point, shown.point)
  if (hasPointChanged || !isSamePoint(initialCenter, shown.initialCenter)) {
    setShown({ point, initialCenter })
    if (hasPointChanged || !point) setView(streetsAround(point ?? initialCenter))
  }
  const locate = () =>
    void locateDevice().then(
      found => {
        setView(streetsAround(found))
        move(found)
      },
      () => {},
    )
  return (
    <>
      <p className={typography.meta}>
        {t(point ? 'information.form.pin.set' : 'information.form.pin.none')} {open && t('information.form.pin.hint')}
      </p>
      {open ? (
        <div className={css.map} tabIndex={-1} ref={focusMap}>
          <PinMap
            label={t('information.form.pin')}
            view={view}
            // A move by hand sets the point but not the view, because the map already shows the point.
            onMoved={(center, byHand) => byHand && move(center)}
            here={position}
            onLocate={locate}
            locating={isLocating}
            styleUrl={styleUrl}
            picture={<Icon name="house" />}
          />
        </div>
      ) : (
        <div>
          <Button size="s" icon="map-pin" onClick={() => setOpen(true)}>
            {t(point ? 'information.form.pin.move' : 'information.form.pin.put')}
          </Button>
        </div>
      )}
    </>
  )
}
