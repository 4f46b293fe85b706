import type { SessionUser } from '@parvis/contract/session.ts'
import { useNavigate } from '@tanstack/react-router'
import { LeavingWays, type LeavingWaysProps } from '#web/features/leaving/LeavingWays.tsx'
import { useGoAway } from '#web/features/session/go-away.ts'

/** The ways to pause or delete an account; afterwards the log-in screen shows a goodbye. */
export const OwnWays = ({
  community,
  session,
}: Pick<LeavingWaysProps, 'community'> & { session: Pick<SessionUser, 'firstname' | 'role' | 'abilities'> }) => {
  const navigate = useNavigate()
  const { mutateAsync: goAway } = useGoAway()
  const goForGood: LeavingWaysProps['onGo'] = async (departure, until) => {
    const { firstname } = session
    await goAway(departure)
    await navigate({
      to: '/$c/connexion',
      params: { c: community.customUri },
      search: { ended: departure === 'delete' ? 'deletion' : 'left' },
      state: { goodbye: { firstname, until: until && until.toISOString() } },
    })
  }
  return <LeavingWays community={community} role={session.role} abilities={session.abilities} onGo={goForGood} />
}
