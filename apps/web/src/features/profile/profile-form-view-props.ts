import type { SessionUser } from '@parvis/contract/session.ts'
import type { FormCommunity, ProfilePage } from './profile-form.ts'
import type { AccountExitProps } from './components/LogOutLine.tsx'

export interface ProfileFormViewProps extends AccountExitProps {
  community: FormCommunity
  session: Pick<SessionUser, '_id' | 'role' | 'firstLogin' | 'needPassword'>
  page: ProfilePage
  onPageChange: (to: ProfilePage) => void
  onSaved: (user: SessionUser) => void
  /** Called when the profile is saved and pending approval by the team. */
  onPendingApproval: () => void
}
