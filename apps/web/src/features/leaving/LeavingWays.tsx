import type { Role } from '@parvis/contract/roles.ts'
import { lazy, Suspense, useRef, useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { WayAct, Ways, WayTo } from '#web/ui/Ways.tsx'
import type { LeaveDialogProps } from './LeaveDialog.tsx'
import { useArrival } from './use-arrival.ts'

const LeaveDialog = lazy(() => import('./LeaveDialog.tsx').then(part => ({ default: part.LeaveDialog })))

export interface LeavingWaysProps {
  community: { customUri: string; name: string }
  role: Role
  abilities: { leave: boolean; deleteAccount: boolean }
  /** Leaves, then opens a screen for signed-out visitors. */
  onGo: LeaveDialogProps['onGo']
}

/** Last section of a profile: one's own data, leaving the community, deleting the account. */
export const LeavingWays = ({ community, role, abilities, onGo }: LeavingWaysProps) => {
  const { t } = useText()
  const [asked, setAsked] = useState<LeaveDialogProps['departure'] | null>(null)
  const place = useRef<HTMLDivElement>(null)
  useArrival(place, true)
  return (
    <>
      <div ref={place} id="leaving">
        <Ways label={t('leaving.ways')}>
          <WayTo
            icon="download"
            title={t('leaving.ways.data')}
            to="/$c/parametres"
            params={{ c: community.customUri }}
            hash="my-data"
          />
          {abilities.leave && (
            <WayAct icon="log-out" title={t('leaving.ways.leave')} busy={false} onAct={() => setAsked('leave')} />
          )}
          {abilities.deleteAccount && (
            <WayAct icon="trash" title={t('leaving.ways.delete')} busy={false} onAct={() => setAsked('delete')} />
          )}
        </Ways>
      </div>
      {!abilities.deleteAccount && (
        <Notice kind="calm" icon="info">
          {t('leaving.team.here', { name: community.name })}
          {(role === 'administrator' || role === 'webmaster') && ` ${t(`leaving.team.last.${role}`)}`}
        </Notice>
      )}
      {asked && (
        <Suspense>
          <LeaveDialog departure={asked} community={community} onGo={onGo} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  )
}
