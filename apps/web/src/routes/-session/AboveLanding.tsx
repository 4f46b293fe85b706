import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { hasAppleSheet } from '#web/kernel/shell/apple-sheet.ts'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { LandingTips, tipsOf } from '#web/features/session/components/Tip.tsx'

export interface AboveLandingProps {
  /** A session in another community than that of the landing page. */
  session: SessionUser | null
  community: Community
  open: boolean
}

// Loaded lazily: few members open the landing page of another community.
const SignedInElsewhere = lazy(async () => {
  const [part] = await Promise.all([
    import('#web/features/session/components/SignedInElsewhere.tsx'),
    loadTexts('entry'),
  ])
  return { default: part.SignedInElsewhere }
})

/** Where the member is signed in, or for visitors the tips about the ways to log in. */
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
          // As in the log-in dialog: the phone app offers it only if the system has a sheet for it.
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
