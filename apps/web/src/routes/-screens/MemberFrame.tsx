import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { CatchBoundary, useMatches, useNavigate } from '@tanstack/react-router'
import { type ReactNode } from 'react'
import { useText } from '#web/kernel/i18n.ts'
import { tabsOf } from '#web/rooms/community/tabs.ts'
import { MeMenu } from '#web/rooms/session/components/MeMenu.tsx'
import { Frame } from '#web/ui/Frame.tsx'
import { FrameFailure } from './FrameFailure.tsx'
import { useAhead } from './ahead.ts'

export interface MemberFrameProps {
  community: Community
  session: SessionUser
  children: ReactNode
}

/** What stands around the screens of a member; a screen that fails does not take it down. */
export const MemberFrame = ({ community, session, children }: MemberFrameProps) => {
  const { t } = useText()
  const navigate = useNavigate()
  const match = useMatches({ select: matches => matches.at(-1) })
  const params = { c: community.customUri }
  const tabs = tabsOf(community, session.abilities, t)
  useAhead(tabs)
  const me = (where: 'bar' | 'rail') => <MeMenu user={session} where={where} onLeft={() => void navigate({ to: '/$c', params })} />
  return (
    <Frame
      place={{ name: community.name, detail: community.city, logoUri: community.logoUri, target: { to: '/$c/actualites', params } }}
      tabs={tabs}
      innerOf={match?.staticData.innerOf}
      me={me}
      column={<CatchBoundary getResetKey={() => match} errorComponent={FrameFailure}>{children}</CatchBoundary>}
    />
  )
}
