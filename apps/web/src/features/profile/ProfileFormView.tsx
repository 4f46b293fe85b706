import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useStoredPhoto } from '#web/kernel/picture/draft-photos.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { BareScreen } from '#web/ui/BareScreen.tsx'
import { PublicBar } from '#web/ui/PublicBar.tsx'
import { LoadError } from '#web/ui/LoadError.tsx'
import { FirstProfile } from './components/FirstProfile.tsx'
import { NewPassword } from './components/NewPassword.tsx'
import { firstProfileQuery } from './profile.queries.ts'
import { ProfileFormSkeleton } from './ProfileFormSkeleton.tsx'
import { pickedPhotoKey } from './profile-draft.ts'
import type { ProfileFormViewProps } from './profile-form-view-props.ts'

/** Shown before any other screen: the form of the first profile, or the form for a new password after a reset. */
export const ProfileFormView = (props: ProfileFormViewProps) => {
  const { t } = useText()
  const query = useQuery(firstProfileQuery())
  const { session } = props
  const pickedPhoto = useStoredPhoto(pickedPhotoKey(session._id))
  /** Whether the profile lacks a field that is required today, so that the password cannot be saved alone. */
  const [isIncomplete, setIsIncomplete] = useState(false)
  if (query.data && pickedPhoto !== undefined)
    return session.needPassword && !session.firstLogin && !isIncomplete ? (
      <NewPassword {...props} onIncomplete={() => setIsIncomplete(true)} />
    ) : (
      <FirstProfile {...props} profile={query.data} pickedPhoto={pickedPhoto} />
    )
  if (!query.error) return <ProfileFormSkeleton />
  return (
    <BareScreen bar={<PublicBar />}>
      <LoadError query={query} title={t('entry.profile.failed')} />
    </BareScreen>
  )
}
