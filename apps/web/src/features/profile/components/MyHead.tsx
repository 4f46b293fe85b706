import { displayName } from '@parvis/contract/entity.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useRef } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { BlobImage } from '#web/ui/BlobImage.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useMenu } from '#web/ui/use-menu.ts'
import { monthOf } from '../since.ts'
import css from './MyProfile.module.css'
import type { MyFields } from './WhoIAm.tsx'

export interface MyHeadProps {
  form: MyFields
  me: Pick<SessionUser, 'role' | 'company'>
  /** ISO date at which they joined. */
  since: string
  timezone: string
}

/** The avatar with its menu, the name as it is typed, and the month of joining. */
export const MyHead = ({ form, me, since, timezone }: MyHeadProps) => {
  const { t, language } = useText()
  const { draft, face, preparing, photoError } = form
  const { button, panel, part } = useMenu(() => import('./PhotoMenuItems.tsx'))
  const albums = useRef<HTMLInputElement>(null)
  const [firstname, lastname] = [draft.firstname.trim(), draft.lastname.trim()]
  const shown = me.company || [firstname, lastname].filter(Boolean).join(' ') || draft.pseudo
  // Letters and colour of the avatar follow from the name that others see.
  const known = displayName({ ...me, firstname, initial: [...lastname][0] ?? null, pseudo: draft.pseudo })
  const gender = draft.gender ?? 'other'
  const role = t(`session.role.${me.role}`, { gender })
  return (
    <>
      {form.beside(
        'photo',
        <div className={css.head}>
          <span className={css.photo}>
            {face instanceof Blob ? (
              <BlobImage blob={face} alt={t('entry.photo.shown')} />
            ) : (
              <Avatar name={known} photoUri={face} size="xl" />
            )}
            <IconButton
              icon="camera"
              label={t('profile.photo.change')}
              aria-busy={preparing || undefined}
              {...button}
            />
          </span>
          <div>
            <h2 dir="auto">{shown}</h2>
            <p>{t('profile.since', { kind: me.role, gender, role, month: monthOf(since, language, timezone) })}</p>
            {me.company && <p className={css.note}>{t('profile.company.why')}</p>}
          </div>
        </div>,
      )}
      <input
        ref={albums}
        type="file"
        name="photo"
        accept="image/*"
        hidden
        onChange={event => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void form.pickPhoto(file)
        }}
      />
      {part && (
        <part.PhotoMenuItems
          menu={panel}
          onAlbums={() => albums.current?.click()}
          onDelete={face ? form.removePhoto : undefined}
        />
      )}
      {photoError && (
        <Notice kind="danger" icon="circle-alert">
          {photoError}
        </Notice>
      )}
    </>
  )
}
