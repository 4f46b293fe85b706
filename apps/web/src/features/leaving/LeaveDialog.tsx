import { DEPARTURE_UNDO_DAYS } from '@parvis/contract/leaving.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import dialog from '#web/ui/Dialog.module.css'
import { Icon } from '#web/ui/Icon.tsx'
import type { IconName } from '#web/ui/icon-names.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { LoadError } from '#web/ui/LoadError.tsx'
import { Form } from '#web/ui/Form.tsx'
import { leavingQuery } from './leaving.queries.ts'
import { ProofField } from './ProofField.tsx'
import { useOwnershipProof } from './use-ownership-proof.ts'
import css from './LeaveDialog.module.css'

export type Departure = 'leave' | 'delete'

export interface LeaveDialogProps {
  departure: Departure
  community: { name: string }
  /** `until` is the instant until which the mailed link undoes the departure; null when no mail can be sent. */
  onDepart: (departure: Departure, until: Date | null) => Promise<void>
  onClose: () => void
}

const DAY_MS = 86_400_000

/** Explains the consequences before a member leaves; asks for proof of ownership before an account is deleted. */
export const LeaveDialog = ({ departure, community, onDepart, onClose }: LeaveDialogProps) => {
  const { t, explain } = useText()
  const { fullDate } = useFormat()
  const id = useId()
  const until = new Date(useNow() + DEPARTURE_UNDO_DAYS * DAY_MS)
  const query = useQuery(leavingQuery())
  const facts = query.data
  const isDeleting = departure === 'delete'
  const proof = useOwnershipProof(isDeleting ? facts : { proof: 'none', code: false })
  const isAllowed = facts && (isDeleting ? facts.abilities.deleteAccount : facts.abilities.leave)

  const departing = useMutation({
    mutationFn: async () => {
      if (facts && (await proof.prove())) await onDepart(departure, facts.hasMail ? until : null)
    },
    onError: error => {
      // These errors mean that the member may no longer leave, for example after joining the team.
      if (error instanceof ApiError && (error.key === 'laststaff' || error.status === 403)) void query.refetch()
    },
  })
  const failure = departing.error
  const submit = () => departing.mutate()
  const name = community.name
  const day = fullDate(until)
  const others = facts && isDeleting && facts.communities.length > 1 ? facts.communities : null
  const consequences: { icon: IconName; lead: string; text: string }[] = [
    {
      icon: 'eye-off',
      lead: t('leaving.now.lead'),
      text: isDeleting ? t('leaving.delete.now') : t('leaving.leave.now', { name }),
    },
    ...(others
      ? [
          {
            icon: 'users',
            lead: t('leaving.delete.all.lead'),
            text: t('leaving.delete.all', {
              count: others.length,
              names: others.map(one => one.name).join(', '),
            }),
          } as const,
        ]
      : []),
    { icon: 'trash', lead: t('leaving.after.lead', { days: DEPARTURE_UNDO_DAYS }), text: t('leaving.after', { day }) },
    { icon: 'message-circle', lead: t('leaving.messages.lead'), text: t('leaving.messages') },
    {
      icon: 'mail',
      lead: t('leaving.undo.lead'),
      text: facts?.hasMail ? t('leaving.undo', { day }) : t('leaving.undo.never'),
    },
  ]
  return (
    <Dialog title={isDeleting ? t('leaving.delete.title') : t('leaving.leave.title', { name })} onClose={onClose}>
      {viewStateOf(query) === 'failed' && <LoadError query={query} title={t('leaving.failed')} />}
      {!facts && viewStateOf(query) !== 'failed' && <SlowLoading />}
      {facts && !isAllowed && (
        <Notice kind="attention" icon="info">
          {t('leaving.team')}
        </Notice>
      )}
      {isAllowed && (
        <Form id={id} className={css.form} busy={departing.isPending} onSubmit={submit}>
          {!isDeleting && facts.communities.length === 1 && (
            <Notice kind="attention" icon="triangle-alert">
              {t('leaving.leave.only')}
            </Notice>
          )}
          <ul className={css.told}>
            {consequences.map(({ icon, lead, text }) => (
              <li key={icon}>
                <Icon name={icon} size="s" />
                <span>
                  <b>{lead}</b> <span>{text}</span>
                </span>
              </li>
            ))}
          </ul>
          {failure && (
            <Notice kind="danger" icon="circle-alert">
              {failure instanceof ApiError && failure.key === 'laststaff' ? t('leaving.team') : explain(failure)}
            </Notice>
          )}
          <ProofField proof={proof} />
        </Form>
      )}
      <div className={dialog.acts}>
        <Button data-autofocus={isDeleting ? undefined : true} onClick={onClose}>
          {t(isAllowed ? 'leaving.stay' : 'common.close')}
        </Button>
        {isAllowed && (
          <Button
            type="submit"
            form={id}
            kind="danger"
            icon={isDeleting ? 'trash' : 'log-out'}
            busy={departing.isPending}
          >
            {t(proof.mailsLink ? 'leaving.proof.send' : isDeleting ? 'leaving.delete.yes' : 'leaving.leave.yes')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
