import type { SessionUser } from '@parvis/contract/session.ts'
import { useNavigate } from '@tanstack/react-router'
import { LeavingActions, type LeavingActionsProps } from '#web/features/leaving/LeavingActions.tsx'
import { useLeaveCommunity } from '#web/features/session/leave-community.ts'

/** The ways to pause or delete an account; afterwards the log-in screen shows a farewell dialog. */
export const AccountDeparture = ({
  community,
  session,
}: Pick<LeavingActionsProps, 'community'> & { session: Pick<SessionUser, 'firstname' | 'role' | 'abilities'> }) => {
  const navigate = useNavigate()
  const { mutateAsync: goAway } = useLeaveCommunity()
  const onGo: LeavingActionsProps['onDepart'] = async (departure, until) => {
    const { firstname } = session
    await goAway(departure)
    await navigate({
      to: '/$c/connexion',
      params: { c: community.customUri },
      search: { ended: departure === 'delete' ? 'deletion' : 'left' },
      state: { goodbye: { firstname, until: until && until.toISOString() } },
    })
  }
  return <LeavingActions community={community} role={session.role} abilities={session.abilities} onDepart={onGo} />
}
