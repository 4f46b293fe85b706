import type { CSSProperties } from 'react'
import { useOnline } from '#web/kernel/device/online.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { hueOf, initialsOf } from './avatar-initials.ts'
import { useMissingImage } from './use-missing-image.ts'
import css from './Avatar.module.css'

export interface AvatarProps {
  /** Determines the initials and their colour when there is no photo. */
  name: string
  /** The media URI of the photo, without a size. */
  photoUri?: string | null
  size?: 'xs' | 's' | 'm' | 'base' | 'l' | 'xl'
  online?: boolean
  subject?: 'person' | 'place'
}

/** Hidden from screen readers, except for `online`, because the name is written beside it. */
export const Avatar = ({ name, photoUri, size = 'base', online = false, subject = 'person' }: AvatarProps) => {
  const { missing, onError } = useMissingImage(photoUri)
  const photo = missing ? null : photoUri
  return (
    <span
      className={css.avatar}
      data-tinted
      data-size={size}
      data-shape={subject}
      style={photo ? undefined : ({ '--hue': hueOf(name) } as CSSProperties)}
    >
      {photo ? (
        <img src={`${photo}/${size === 'xl' ? 'card' : 'thumb'}`} alt="" decoding="async" onError={onError} />
      ) : (
        <span aria-hidden="true">{initialsOf(name)}</span>
      )}
      {online && <Presence />}
    </span>
  )
}

const Presence = () => {
  const { t } = useText()
  // Not shown offline, because presence is unknown then.
  return useOnline() && <i className={css.presence} role="img" aria-label={t('common.online')} />
}
