import type { SessionUser } from '@parvis/contract/session.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { BlockedPeople } from '#web/features/blocks/BlockedPeople.tsx'
import { ProofDialog } from '#web/features/leaving/ProofDialog.tsx'
import { MyData } from '#web/features/leaving/MyData.tsx'
import { useSessionExit } from '#web/features/session/use-session-exit.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import { SettingsLinks } from '#web/features/settings/SettingsLinks.tsx'
import { MyCommunities } from '#web/features/settings/MyCommunities.tsx'
import { MyDevices } from '#web/features/settings/MyDevices.tsx'
import { MyFactor } from '#web/features/settings/MyFactor.tsx'
import { hidePerson } from './hide-person.ts'

export interface AccountSettingsProps {
  community: { customUri: string }
  session: SessionUser
  onLeft: (ended?: 'noswitch') => void
}

export const AccountSettings = ({ community, session, onLeft }: AccountSettingsProps) => {
  const queryClient = useQueryClient()
  const router = useRouter()
  // After the second factor is turned off, the route guard redirects to its setup if a second factor is required.
  const reloadSession = async () => {
    queryClient.removeQueries({ queryKey: sessionKeys.current })
    await router.invalidate()
  }
  const { leave, isLoggingOut, switchTo, switchingTo } = useSessionExit(onLeft)
  return (
    <>
      {session.role === 'neighbor' && (
        <BlockedPeople onBlockChanged={(id, blocked) => hidePerson(queryClient, id, blocked)} />
      )}
      <MyCommunities
        memberships={session.memberships}
        communityId={session.communityId}
        switchingTo={switchingTo}
        onSwitch={switchTo}
      />
      {session.abilities.useSecondFactor && (
        <MyFactor
          ownerName={session.pseudo}
          renderProofPrompt={asking => <ProofDialog {...asking} />}
          onTurnedOff={() => void reloadSession()}
        />
      )}
      <MyDevices />
      {session.role !== 'guest' && <MyData />}
      <SettingsLinks
        customUri={session.abilities.editProfile ? community.customUri : null}
        rulesUri={community.customUri}
        isLoggingOut={isLoggingOut}
        onLogOut={leave}
      />
    </>
  )
}
