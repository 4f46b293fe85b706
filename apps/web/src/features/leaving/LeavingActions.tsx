import type { Role } from '@parvis/contract/roles.ts'
import { lazy, Suspense, useRef, useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { ActionButton, ActionList, ActionLink } from '#web/ui/ActionList.tsx'
import type { LeaveDialogProps } from './LeaveDialog.tsx'
import { useScrollToHash } from './use-scroll-to-hash.ts'

const LeaveDialog = lazy(() => import('./LeaveDialog.tsx').then(part => ({ default: part.LeaveDialog })))

export interface LeavingActionsProps {
  community: { customUri: string; name: string }
  role: Role
  abilities: { leave: boolean; deleteAccount: boolean }
  /** Carries out the departure, then opens a screen for signed-out visitors. */
  onDepart: LeaveDialogProps['onDepart']
}

/** Last section of a profile: one's own data, leaving the community, deleting the account. */
export const LeavingActions = ({ community, role, abilities, onDepart }: LeavingActionsProps) => {
  const { t } = useText()
  const [departure, setDeparture] = useState<LeaveDialogProps['departure'] | null>(null)
  const section = useRef<HTMLDivElement>(null)
  useScrollToHash(section, true)
  return (
    <>
      <div ref={section} id="leaving">
        <ActionList label={t('leaving.ways')}>
          <ActionLink
            icon="download"
            title={t('leaving.ways.data')}
            to="/$c/parametres"
            params={{ c: community.customUri }}
            hash="my-data"
          />
          {abilities.leave && (
            <ActionButton
              icon="log-out"
              title={t('leaving.ways.leave')}
              busy={false}
              onAct={() => setDeparture('leave')}
            />
          )}
          {abilities.deleteAccount && (
            <ActionButton
              icon="trash"
              title={t('leaving.ways.delete')}
              busy={false}
              onAct={() => setDeparture('delete')}
            />
          )}
        </ActionList>
      </div>
      {!abilities.deleteAccount && (
        <Notice kind="calm" icon="info">
          {t('leaving.team.here', { name: community.name })}
          {(role === 'administrator' || role === 'webmaster') && ` ${t(`leaving.team.last.${role}`)}`}
        </Notice>
      )}
      {departure && (
        <Suspense>
          <LeaveDialog
            departure={departure}
            community={community}
            onDepart={onDepart}
            onClose={() => setDeparture(null)}
          />
        </Suspense>
      )}
    </>
  )
}
