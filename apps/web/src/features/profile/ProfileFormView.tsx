import type { SessionUser } from '@parvis/contract/session.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { BareScreen } from '#web/ui/BareScreen.tsx'
import { OuterBar } from '#web/ui/OuterBar.tsx'
import { Failed } from '#web/ui/Trouble.tsx'
import { FirstProfile } from './components/FirstProfile.tsx'
import { NewPassword } from './components/NewPassword.tsx'
import type { FormCommunity, ProfilePage } from './profile-form.ts'
import { profileQuery } from './profile.queries.ts'
import { ProfileFormWaiting } from './ProfileFormWaiting.tsx'
import { useKeptFace } from './use-kept-face.ts'

export interface WaysOut {
  /** The account's other communities. */
  others: SessionUser['memberships']
  onSwitch: (to: SessionUser['memberships'][number]) => void
  onLogOut: () => void
}

export interface ProfileFormViewProps extends WaysOut {
  community: FormCommunity
  session: Pick<SessionUser, '_id' | 'role' | 'firstLogin' | 'needPassword'>
  page: ProfilePage
  onPage: (to: ProfilePage) => void
  onSaved: (user: SessionUser) => void
  /** The profile is saved and pending approval by the team. */
  onWaiting: () => void
}

/** Shown before everything else: the profile of a new member, or the new password of a member who has reset theirs. */
export const ProfileFormView = (props: ProfileFormViewProps) => {
  const { t } = useText()
  const query = useQuery(profileQuery())
  const { session } = props
  const face = useKeptFace(session._id)
  /** An older profile may lack a field that is required today; then the password cannot be saved alone. */
  const [incomplete, setIncomplete] = useState(false)
  if (query.data && face !== undefined)
    return session.needPassword && !session.firstLogin && !incomplete ? (
      <NewPassword {...props} onIncomplete={() => setIncomplete(true)} />
    ) : (
      <FirstProfile {...props} profile={query.data} face={face} />
    )
  if (!query.error) return <ProfileFormWaiting />
  return (
    <BareScreen bar={<OuterBar />}>
      <Failed query={query} title={t('entry.profile.failed')} />
    </BareScreen>
  )
}
