import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useQueryClient } from '@tanstack/react-query'
import { CatchBoundary, useMatches, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { whenIdle } from '#web/kernel/screen/when-idle.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { MeMenu } from '#web/features/session/components/MeMenu.tsx'
import { Frame } from '#web/ui/Frame.tsx'
import { FrameFailure } from '../failures/FrameFailure.tsx'
import { useBell } from './use-bell.tsx'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'
import { kindsFor } from '#web/features/publish/kinds.ts'
import type * as Sheet from '#web/features/publish/PublishSheet.tsx'
import { Aside } from './Aside.tsx'
import { loadRefusedRedirect } from './route-guards.ts'
import { loadPublishSheet } from './load-sheet.ts'
import { Suspended } from './Suspended.tsx'
import { useTabs } from './tabs.ts'

const publishingRoutes = [
  '/$c/actualites/edition-publication',
  '/$c/actualites/parametres-publication',
  '/$c/actualites/creation-modele',
]

export interface MemberFrameProps {
  community: Community
  session: SessionUser
  children: ReactNode
}

/** The frame with the tabs around a member's screens; the frame remains when a screen fails to render. */
export const MemberFrame = ({ community, session, children }: MemberFrameProps) => {
  const { t } = useText()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const router = useRouter()
  const match = useMatches({ select: matches => matches.at(-1) })
  const params = { c: community.customUri }
  const tabs = useTabs(router.routesById, community, session.abilities, t)
  const { bell, panel } = useBell({ community, session })
  const kinds = kindsFor(session)
  const isGuest = session.role === 'guest'
  const canPublish = (isGuest || kinds.length > 0) && !publishingRoutes.includes(match?.fullPath ?? '')
  const [sheet, setSheet] = useState<typeof Sheet | null>(null)
  // The live connection starts after the first screen, so that it does not delay it.
  useEffect(() => {
    const start = () => {
      import('../session/live.ts')
        .then(({ startLive }) => startLive(queryClient, router))
        // If the module fails to load offline, it is loaded when the network is back.
        .catch(() => addEventListener('online', start, { once: true }))
    }
    const cancel = whenIdle(start)
    return () => {
      cancel()
      removeEventListener('online', start)
    }
  }, [queryClient, router])
  const leave = (ended?: 'noswitch') => {
    void navigate(ended ? { to: '/$c/connexion', params, search: { ended } } : { to: '/$c', params })
  }
  const refuse = () =>
    void loadRefusedRedirect().then(
      ({ explainRefusal }) => explainRefusal(session, { params, location: router.latestLocation, navigate }),
      onChunkLoadFailed,
    )
  // On wide displays the rail shows the team's screen as a tab, so the menu does not contain it.
  const desk = tabs.find(({ railOnly }) => railOnly)
  const me = (placement: 'bar' | 'rail') => (
    <MeMenu user={session} placement={placement} desk={placement === 'bar' ? desk : undefined} onSessionEnd={leave} />
  )
  return (
    <>
      <Frame
        place={{
          name: community.name,
          detail: community.city,
          logoUri: community.logoUri,
          target: { to: '/$c/actualites', params },
        }}
        tabs={tabs}
        innerOf={match?.staticData.innerOf}
        tabOf={match?.staticData.tabOf}
        action={
          canPublish
            ? {
                label: t('session.publish'),
                icon: 'plus',
                onAct: isGuest ? refuse : () => void loadPublishSheet().then(part => setSheet(part), onChunkLoadFailed),
              }
            : undefined
        }
        explainRefusal={refuse}
        renderAccountButton={me}
        bell={session.abilities.beTold ? bell : undefined}
        column={
          <>
            <Suspended until={session.suspendedUntil} community={community} />
            <CatchBoundary getResetKey={() => match} errorComponent={FrameFailure}>
              {children}
            </CatchBoundary>
          </>
        }
        aside={
          match?.staticData.usesAsideSpace || match?.staticData.hasListAndDetails ? undefined : (
            <Aside community={community} session={session} path={match?.fullPath} />
          )
        }
        roomy={match?.staticData.usesAsideSpace}
        split={match?.staticData.hasListAndDetails}
      />
      {panel}
      {sheet && <sheet.PublishSheet communityUri={community.customUri} kinds={kinds} onClose={() => setSheet(null)} />}
    </>
  )
}
