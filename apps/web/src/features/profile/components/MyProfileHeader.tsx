import { displayName } from '@parvis/contract/entity.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useRef } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { BlobImage } from '#web/ui/BlobImage.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useMenu } from '#web/ui/use-menu.ts'
import { pickFile } from '#web/ui/pick-file.ts'
import { monthOf } from '../profile-dates.ts'
import css from './MyProfile.module.css'
import type { FormWithConflicts } from '../form-with-conflicts.ts'

export interface MyProfileHeaderProps {
  form: FormWithConflicts
  me: Pick<SessionUser, 'role' | 'company'>
  /** Instant at which the member joined, in ISO 8601. */
  joinedAt: string
  timezone: string
}

/** The avatar with its menu, the name as it is typed, and the month of joining. */
export const MyProfileHeader = ({ form, me, joinedAt, timezone }: MyProfileHeaderProps) => {
  const { t, language } = useText()
  const { draft, avatar, isPreparing, photoError } = form
  const { button, panel, part } = useMenu(() => import('./PhotoMenuItems.tsx'))
  const fileInput = useRef<HTMLInputElement>(null)
  const [firstname, lastname] = [draft.firstname.trim(), draft.lastname.trim()]
  const fullName = me.company || [firstname, lastname].filter(Boolean).join(' ') || draft.pseudo
  // Letters and colour of the avatar follow from the name that others see.
  const publicName = displayName({ ...me, firstname, initial: [...lastname][0] ?? null, pseudo: draft.pseudo })
  const gender = draft.gender ?? 'other'
  const role = t(`session.role.${me.role}`, { gender })
  return (
    <>
      {form.withConflict(
        'photo',
        <div className={css.head}>
          <span className={css.photo}>
            {avatar instanceof Blob ? (
              <BlobImage blob={avatar} alt={t('entry.photo.shown')} />
            ) : (
              <Avatar name={publicName} photoUri={avatar} size="xl" />
            )}
            <IconButton
              icon="camera"
              label={t('profile.photo.change')}
              aria-busy={isPreparing || undefined}
              {...button}
            />
          </span>
          <div>
            <h2 dir="auto">{fullName}</h2>
            <p>{t('profile.since', { kind: me.role, gender, role, month: monthOf(joinedAt, language, timezone) })}</p>
            {me.company && <p className={css.note}>{t('profile.company.why')}</p>}
          </div>
        </div>,
      )}
      <input
        ref={fileInput}
        type="file"
        name="photo"
        accept="image/*"
        hidden
        onChange={pickFile(file => void form.pickPhoto(file))}
      />
      {part && (
        <part.PhotoMenuItems
          menu={panel}
          onPickFile={() => fileInput.current?.click()}
          onDelete={avatar ? form.removePhoto : undefined}
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
