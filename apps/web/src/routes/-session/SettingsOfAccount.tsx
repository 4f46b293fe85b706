import type { SessionUser } from '@parvis/contract/session.ts'
import { useQueryClient } from '@tanstack/react-query'
import { BlockedPeople } from '#web/rooms/blocks/BlockedPeople.tsx'
import { MyData } from '#web/rooms/leaving/MyData.tsx'
import { useLeave } from '#web/rooms/session/use-leave.ts'
import { LastWays } from '#web/rooms/settings/LastWays.tsx'
import { MyCommunities } from '#web/rooms/settings/MyCommunities.tsx'
import { MyDevices } from '#web/rooms/settings/MyDevices.tsx'
import { hidePerson } from './hide-person.ts'

export interface SettingsOfAccountProps {
  community: { customUri: string }
  session: SessionUser
  onLeft: (ended?: 'noswitch') => void
}

/** What the settings end with: whom one does not want to see, where one is signed in, and the ways out. */
export const SettingsOfAccount = ({ community, session, onLeft }: SettingsOfAccountProps) => {
  const queryClient = useQueryClient()
  const { leave, leaving, goTo, goingTo } = useLeave(onLeft)
  return (
    <>
      {session.role === 'neighbor' && (
        <BlockedPeople onChanged={(id, blocked) => hidePerson(queryClient, id, blocked)} />
      )}
      <MyCommunities
        memberships={session.memberships}
        communityId={session.communityId}
        goingTo={goingTo}
        onSwitch={goTo}
      />
      <MyDevices />
      {session.role !== 'guest' && <MyData />}
      <LastWays
        customUri={session.abilities.editProfile ? community.customUri : null}
        rulesOf={community.customUri}
        leaving={leaving}
        onLogOut={leave}
      />
    </>
  )
}
