import { useNavigate } from '@tanstack/react-router'
import type { Departure } from '#web/rooms/leaving/LeaveDialog.tsx'
import { LeavingWays, type LeavingWaysProps } from '#web/rooms/leaving/LeavingWays.tsx'
import { useGoAway } from '#web/rooms/session/go-away.ts'
import { forgetAllDrafts } from './forget-drafts.ts'

/** The ways out, which lead to the log-in: that says why nobody is signed in. */
export const OwnWays = ({ community, abilities }: Omit<LeavingWaysProps, 'onGo'>) => {
  const navigate = useNavigate()
  const { mutateAsync: goAway } = useGoAway()
  const goForGood = async (departure: Departure) => {
    await goAway(departure)
    forgetAllDrafts()
    await navigate({
      to: '/$c/connexion',
      params: { c: community.customUri },
      search: { ended: departure === 'delete' ? 'deletion' : 'left' },
    })
  }
  return <LeavingWays community={community} abilities={abilities} onGo={goForGood} />
}
