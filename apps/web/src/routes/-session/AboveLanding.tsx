import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { hasAppleSheet } from '#web/kernel/shell/apple-sheet.ts'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { LandingTips, tipsOf } from '#web/features/session/components/Tip.tsx'

export interface AboveLandingProps {
  /** Of another community than that of the landing. */
  session: SessionUser | null
  community: Community
  /** Whether who comes may register by themselves. */
  open: boolean
}

// few come to the landing of another community than their own
const SignedInElsewhere = lazy(async () => {
  const [part] = await Promise.all([import('#web/features/session/components/Elsewhere.tsx'), loadTexts('entry')])
  return { default: part.SignedInElsewhere }
})

/** Where its reader is signed in, or for a visitor what the way in leads to. */
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
          // as in the dialog: where the app's phone has no sheet for it there is no way
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
