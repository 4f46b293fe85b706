import { useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { onLostPart } from '#web/ui/lost-part.ts'
import type * as Dialog from './PlaceDialog.tsx'
import { loadPlaceDialog } from '../load-place-dialog.ts'
import css from './PlaceCard.module.css'

interface Coordinates {
  latitude: number
  longitude: number
}

/** A place that somebody shared, on a drawn ground; a tap shows it on the map. */
export const PlaceCard = ({ point: { latitude, longitude } }: { point: Coordinates }) => {
  // its line is drawn anew only when it changes: remembering it is more code than drawing it
  'use no memo'
  const { t } = useText()
  const [dialog, setDialog] = useState<typeof Dialog | null>(null)
  const [open, setOpen] = useState(false)
  const show = () => {
    setOpen(true)
    if (!dialog) loadPlaceDialog().then(part => setDialog(part), onLostPart)
  }
  return (
    <>
      <button type="button" className={css.place} onClick={show}>
        <span className={css.ground} aria-hidden="true">
          <Icon name="map-pin" />
        </span>
        <span className={css.words}>
          <b>{t('messages.place')}</b>
          <small>{t('messages.place.open')}</small>
          <small>{`${latitude.toFixed(4)}, ${longitude.toFixed(4)}`}</small>
        </span>
      </button>
      {open && dialog && (
        <dialog.SharedPlaceDialog
          point={{ type: 'Point', coordinates: [longitude, latitude] }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
