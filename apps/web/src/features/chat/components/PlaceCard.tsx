import type { OutgoingMessage } from '@parvis/contract/chat.ts'
import { useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'
import type * as Dialog from './PlaceDialog.tsx'
import css from './PlaceCard.module.css'

/** A shared location on an illustrated background; a tap opens the map. */
export const PlaceCard = ({ point: { latitude, longitude } }: { point: NonNullable<OutgoingMessage['location']> }) => {
  const { t } = useText()
  const [dialog, setDialog] = useState<typeof Dialog | null>(null)
  const [open, setOpen] = useState(false)
  const show = () => {
    setOpen(true)
    if (!dialog) import('./PlaceDialog.tsx').then(setDialog, onChunkLoadFailed)
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
