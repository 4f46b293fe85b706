import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { hasAppleSheet } from '#web/kernel/shell/apple-sheet.ts'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { LandingTips, tipsOf } from '#web/features/session/components/Tip.tsx'

export interface AboveLandingProps {
  /** The viewer's session in another community; null for visitors. */
  session: SessionUser | null
  community: Community
  open: boolean
}

// Loaded lazily, because few members open the landing page of another community.
const SignedInElsewhere = lazy(async () => {
  const [part] = await Promise.all([
    import('#web/features/session/components/SignedInElsewhere.tsx'),
    loadTexts('entry'),
  ])
  return { default: part.SignedInElsewhere }
})

/** Above the landing page: where a member is signed in, or for visitors tips about the ways to log in. */
const AboveLanding = ({ session, community, open }: AboveLandingProps) => {
  const navigate = useNavigate()
  const { enterAsGuest, signInWithApple } = community.abilities
  if (session)
    return (
      <SignedInElsewhere
        session={session}
        community={community}
        registers={false}
        onStay={home => void navigate({ to: '/$c/actualites', params: { c: home } })}
      />
    )
  return (
    open && (
      <LandingTips
        names={tipsOf({
          // As in the log-in dialog, the native app offers Apple only if the system has its sign-in sheet.
          apple: signInWithApple && (!import.meta.env.VITE_SERVER || hasAppleSheet()),
          guests: enterAsGuest,
        })}
      />
    )
  )
}

export const loadAboveLanding = async () => {
  await loadTexts('tips')
  return { default: AboveLanding }
}
