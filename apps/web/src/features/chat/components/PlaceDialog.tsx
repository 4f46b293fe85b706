import type { Point } from '@parvis/contract/community.ts'
import { useState } from 'react'
import { locateDevice, useDevicePosition, GeolocationError } from '#web/kernel/device/geolocation.ts'
import { useTilesStyleUrl } from '#web/kernel/installation/use-tiles-style.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { MapPane } from '#web/ui/map/MapPane.tsx'
import { PinMap } from '#web/ui/map/PinMap.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useDirections } from '#web/ui/use-directions.tsx'
import css from './PlaceDialog.module.css'

/** Visible extent of the map around a shared location, in degrees. */
const DELTA = { latitude: 0.0043, longitude: 0.0034 }

/** Dialog that shows a shared location on the map, with a button for directions to this location. */
export const SharedPlaceDialog = ({ point, onClose }: { point: Point; onClose: () => void }) => {
  const { t } = useText()
  const styleUrl = useTilesStyleUrl()
  const { openDirections, dialog } = useDirections()
  const [view] = useState({ center: point, delta: DELTA })
  return (
    <Dialog title={t('messages.place')} onClose={onClose}>
      <div className={css.map}>
        <MapPane
          label={t('messageacts.place.map')}
          view={view}
          places={[{ id: 'place', name: t('messages.place'), point, picture: <Icon name="map-pin" size="s" /> }]}
          chosen="place"
          onChoose={() => {}}
          onMoved={() => {}}
          here={null}
          onLocate={() => {}}
          styleUrl={styleUrl}
        />
      </div>
      <div className={css.acts}>
        <Button
          kind="primary"
          icon="navigation"
          onClick={() => openDirections({ name: t('messageacts.place.name'), address: null, loc: point })}
        >
          {t('messageacts.place.route')}
        </Button>
      </div>
      {dialog}
    </Dialog>
  )
}

export interface PickPlaceDialogProps {
  /** Initial centre of the map: the location of the community. */
  start: Point
  onPick: (point: Point) => void
  onClose: () => void
}

export const PickPlaceDialog = ({ start, onPick, onClose }: PickPlaceDialogProps) => {
  const { t } = useText()
  const styleUrl = useTilesStyleUrl()
  const { position, isLocating } = useDevicePosition()
  // The map starts at `start`, not at a position that the device found earlier.
  const [center, setCenter] = useState(start)
  const [point, setPoint] = useState(start)
  const locate = async () => {
    try {
      const found = await locateDevice()
      setCenter(found)
      setPoint(found)
    } catch (error) {
      const denied = error instanceof GeolocationError && error.denied
      showToast({
        kind: denied ? 'info' : 'error',
        text: denied
          ? t('messageacts.place.denied')
          : t('messageacts.place.lost', { message: error instanceof Error ? error.message : '' }),
      })
    }
  }
  return (
    <Dialog title={t('messageacts.place.title')} onClose={onClose}>
      <p className={css.hint}>{t('messageacts.place.hint')}</p>
      <div className={css.map}>
        <PinMap
          key={center.coordinates.join()}
          label={t('messageacts.place.map')}
          view={{ center, delta: DELTA }}
          onMoved={setPoint}
          here={position}
          onLocate={() => void locate()}
          locating={isLocating}
          styleUrl={styleUrl}
        />
      </div>
      <div className={css.acts}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button kind="primary" icon="map-pin" onClick={() => onPick(point)}>
          {t('messageacts.place.yes')}
        </Button>
      </div>
    </Dialog>
  )
}
