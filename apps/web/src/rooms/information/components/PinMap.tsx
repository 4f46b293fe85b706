import type { Point } from '@parvis/contract/community.ts'
import { useState } from 'react'
import { findWhereabouts, useWhereabouts } from '#web/kernel/device/whereabouts.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { MapPane } from '#web/ui/map/MapPane.tsx'
import typography from '#web/ui/typography.module.css'
import css from './PinMap.module.css'

/** How much of the map is shown, in degrees: some streets. */
const STREETS = { longitude: 0.012, latitude: 0.006 }

export interface PinMapProps {
  point: Point | null
  /** Where the map begins that has no point yet. */
  start: Point
  styleUrl: string | null | undefined
  onMoved: (point: Point) => void
}

/** A map under a pin that stays in its middle: what lies under it is the place. */
export const PinMap = ({ point, start, styleUrl, onMoved }: PinMapProps) => {
  const { t } = useText()
  const { here, busy } = useWhereabouts()
  const [open, setOpen] = useState(false)
  const [view, setView] = useState({ center: point ?? start, delta: STREETS })
  const locate = () =>
    void findWhereabouts().then(
      found => {
        setView({ center: found, delta: STREETS })
        onMoved(found)
      },
      () => {},
    )
  return (
    <>
      <p className={typography.meta}>
        {t(point ? 'information.form.pin.set' : 'information.form.pin.none')} {open && t('information.form.pin.hint')}
      </p>
      {open ? (
        <div className={css.map}>
          <MapPane
            label={t('information.form.pin')}
            view={view}
            places={[]}
            chosen={null}
            onChoose={() => {}}
            // the map is where its reader moved it
            onMoved={(center, byHand) => byHand && onMoved(center)}
            here={here}
            onLocate={locate}
            locating={busy}
            styleUrl={styleUrl}
          />
          <span className={css.pin} aria-hidden="true">
            <Icon name="map-pin" size="l" />
          </span>
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
