import { UNDO_DAYS } from '@parvis/contract/leaving.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { Failed } from '#web/ui/Trouble.tsx'
import { leavingQuery } from './leaving.queries.ts'
import { ProofField } from './ProofField.tsx'
import { useProving } from './use-proving.ts'
import css from './LeaveDialog.module.css'

export type Departure = 'leave' | 'delete'

export interface LeaveDialogProps {
  departure: Departure
  community: { name: string }
  onGo: (departure: Departure) => Promise<void>
  onClose: () => void
}

/** Says what leaving does before it is done, and asks who is there where the account goes. */
export const LeaveDialog = ({ departure, community, onGo, onClose }: LeaveDialogProps) => {
  const { t, explain } = useText()
  const id = useId()
  const query = useQuery(leavingQuery())
  const [going, setGoing] = useState(false)
  const [failed, setFailed] = useState<unknown>(null)
  const facts = query.data
  const isDeleting = departure === 'delete'
  const proving = useProving(isDeleting ? facts?.proof : 'none')
  const isAllowed = facts && (isDeleting ? facts.abilities.deleteAccount : facts.abilities.leave)

  const go = async (event: FormEvent) => {
    event.preventDefault()
    if (going) return
    setFailed(null)
    setGoing(true)
    try {
      if (await proving.prove()) await onGo(departure)
    } catch (error) {
      setFailed(error)
      // it has become too late, or somebody has become one of the team
      if (error instanceof ApiError && (error.key === 'laststaff' || error.status === 403)) void query.refetch()
    } finally {
      setGoing(false)
    }
  }
  const names = { name: community.name, days: UNDO_DAYS }
  const told = [
    t(isDeleting ? 'leaving.delete.now' : 'leaving.leave.now', names),
    t('leaving.after', names),
    t('leaving.messages'),
    facts && t(facts.hasMail ? 'leaving.undo' : 'leaving.undo.never', names),
    isDeleting &&
      facts &&
      facts.communities.length > 1 &&
      t('leaving.delete.all', {
        count: facts.communities.length,
        names: facts.communities.map(one => one.name).join(', '),
      }),
    !isDeleting && facts?.communities.length === 1 && t('leaving.leave.only'),
  ]
  return (
    <Dialog title={t(isDeleting ? 'leaving.delete.title' : 'leaving.leave.title', names)} onClose={onClose}>
      {stateOf(query) === 'failed' && <Failed query={query} title={t('leaving.failed')} />}
      {!facts && stateOf(query) !== 'failed' && <SlowLoading />}
      {facts && !isAllowed && (
        <Notice kind="attention" icon="info">
          {t('leaving.team')}
        </Notice>
      )}
      {isAllowed && (
        <form id={id} className={css.form} onSubmit={event => void go(event)} noValidate>
          <ul className={css.told}>
            {told.filter(Boolean).map(words => (
              <li key={String(words)}>{words}</li>
            ))}
          </ul>
          {failed !== null && (
            <Notice kind="danger" icon="circle-alert">
              {failed instanceof ApiError && failed.key === 'laststaff' ? t('leaving.team') : explain(failed)}
            </Notice>
          )}
          <ProofField proving={proving} />
        </form>
      )}
      <div className={css.acts}>
        <Button data-autofocus={isDeleting ? undefined : true} onClick={onClose}>
          {t(isAllowed ? 'leaving.stay' : 'common.close')}
        </Button>
        {isAllowed && (
          <Button type="submit" form={id} kind="danger" icon={isDeleting ? 'trash' : 'log-out'} busy={going}>
            {t(proving.mailsLink ? 'leaving.proof.send' : isDeleting ? 'leaving.delete.yes' : 'leaving.leave.yes')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
