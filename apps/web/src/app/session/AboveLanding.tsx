import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { hasAppleSheet } from '#web/kernel/shell/apple-sheet.ts'
import { loadTexts, withTexts } from '#web/kernel/text/i18n.ts'
import { LandingTips, tipsOf } from '#web/features/session/components/Tip.tsx'

export interface AboveLandingProps {
  /** The viewer's session in another community; null for visitors. */
  session: SessionUser | null
  community: Community
  isRegistrationOpen: boolean
}

// Loaded lazily, because few members open the landing page of another community.
const SignedInElsewhere = lazy(async () => ({
  default: (await withTexts(import('#web/features/session/components/SignedInElsewhere.tsx'), 'entry'))
    .SignedInElsewhere,
}))

/** For members of another community: where they are signed in. For visitors, if registration is open: log-in tips. */
const AboveLanding = ({ session, community, isRegistrationOpen }: AboveLandingProps) => {
  const navigate = useNavigate()
  const { enterAsGuest, signInWithApple } = community.abilities
  if (session)
    return (
      <SignedInElsewhere
        session={session}
        community={community}
        isRegistering={false}
        onStay={home => void navigate({ to: '/$c/actualites', params: { c: home } })}
      />
    )
  return (
    isRegistrationOpen && (
      <LandingTips
        names={tipsOf({
          // As in the log-in dialog, the native app offers Apple's log-in only if the system has its sheet.
          apple: signInWithApple && (!import.meta.env.VITE_SERVER || hasAppleSheet()),
          allowsGuests: enterAsGuest,
        })}
      />
    )
  )
}

export const loadAboveLanding = async () => {
  await loadTexts('entry')
  return { default: AboveLanding }
}
