import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useNavigate } from '@tanstack/react-router'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { SignedInElsewhere as Notice } from '#web/rooms/session/components/Elsewhere.tsx'

export interface SignedInElsewhereProps {
  session: SessionUser
  community: Community
}

const SignedInElsewhere = ({ session, community }: SignedInElsewhereProps) => {
  const navigate = useNavigate()
  return (
    <Notice
      session={session}
      community={community}
      registers={false}
      onStay={home => void navigate({ to: '/$c/actualites', params: { c: home } })}
    />
  )
}

/** At the landing of another community than one's own; few come there. */
export const loadElsewhere = async () => {
  await loadTexts('entry')
  return { default: SignedInElsewhere }
}
