import type { SessionUser } from '@parvis/contract/session.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { BareScreen } from '#web/ui/BareScreen.tsx'
import { PublicBar } from '#web/ui/PublicBar.tsx'
import { LoadError } from '#web/ui/LoadError.tsx'
import { FirstProfile } from './components/FirstProfile.tsx'
import { NewPassword } from './components/NewPassword.tsx'
import type { FormCommunity, ProfilePage } from './profile-form.ts'
import { profileQuery } from './profile.queries.ts'
import { ProfileFormSkeleton } from './ProfileFormSkeleton.tsx'
import { usePickedPhoto } from './use-picked-photo.ts'

export interface AccountExitProps {
  /** The account's other communities. */
  others: SessionUser['memberships']
  onSwitch: (to: SessionUser['memberships'][number]) => void
  onLogOut: () => void
}

export interface ProfileFormViewProps extends AccountExitProps {
  community: FormCommunity
  session: Pick<SessionUser, '_id' | 'role' | 'firstLogin' | 'needPassword'>
  page: ProfilePage
  onPage: (to: ProfilePage) => void
  onSaved: (user: SessionUser) => void
  /** Called when the profile is saved and pending approval by the team. */
  onPendingApproval: () => void
}

/** Shown before everything else: the profile of a new member, or the new password of a member who has reset theirs. */
export const ProfileFormView = (props: ProfileFormViewProps) => {
  const { t } = useText()
  const query = useQuery(profileQuery())
  const { session } = props
  const pickedPhoto = usePickedPhoto(session._id)
  /** An older profile may lack a field that is required today; then the password cannot be saved alone. */
  const [incomplete, setIncomplete] = useState(false)
  if (query.data && pickedPhoto !== undefined)
    return session.needPassword && !session.firstLogin && !incomplete ? (
      <NewPassword {...props} onIncomplete={() => setIncomplete(true)} />
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
