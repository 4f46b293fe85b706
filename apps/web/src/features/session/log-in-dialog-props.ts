import type { AppleOutcome } from '@parvis/contract/entry-apple.ts'
import type { CommunityType } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import type { Popup } from './login-errors.ts'
import type { SessionEndReason } from './session.queries.ts'

export interface LogInDialogProps {
  community: {
    _id: string
    name: string
    logoUri: string | null
    communitytype: CommunityType
    needRegisterKey: boolean
    abilities: { register: boolean; enterAsGuest: boolean; signInWithApple: boolean }
  }
  /** Why the previous session ended; absent if its user ended it. */
  endReason?: SessionEndReason
  /** An existing session, such as that of a guest of this community, or of a user of another community. */
  session: SessionUser | null
  /** Token of the link that led here. Used only on a tap, because mail scanners open links. */
  token: string | null
  /** The registration key of a link. */
  linkKey: string | null
  /** Opens the registration tab first, where registration is possible. */
  opensRegistration: boolean
  /** A message shown first: what the user has to do next. */
  popup: Popup | null
  /** The outcome of a redirect to Apple that just ended. */
  appleOutcome: AppleOutcome | null
  /** The path to return to after the log-in. */
  next: string | undefined
  onClose: () => void
  /** Called with the slug of their own community when signed-in users return to it. */
  onStay: (home: string) => void
  /** Called when the user leaves the view of the link, whose token is then no longer needed. */
  onLinkDone: () => void
  onPopupRead: (popup: Popup) => void
  onAppleOutcomeRead: () => void
  onEntered: (user: SessionUser) => void
}
