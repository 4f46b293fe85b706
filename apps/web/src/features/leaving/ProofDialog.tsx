import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import type { ProofRequest } from '#web/ui/proof-request.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import dialog from '#web/ui/Dialog.module.css'
import { Notice } from '#web/ui/Notice.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { LoadError } from '#web/ui/LoadError.tsx'
import { Form } from '#web/ui/Form.tsx'
import { leavingQuery } from './leaving.queries.ts'
import { ProofField } from './ProofField.tsx'
import { useOwnershipProof } from './use-ownership-proof.ts'
import css from './LeaveDialog.module.css'

/** Asks for proof that the viewer owns the account, before an action that only its owner may take. */
export const ProofDialog = ({
  title,
  text,
  action: actionLabel,
  icon,
  danger,
  onIdentityProved,
  onClose,
}: ProofRequest) => {
  const { t, explain } = useText()
  const id = useId()
  const query = useQuery(leavingQuery())
  const proof = useOwnershipProof(query.data)
  const action = useMutation({
    mutationFn: async () => {
      if (!(await proof.prove())) return
      await onIdentityProved()
      onClose()
    },
  })
  const submit = () => action.mutate()
  return (
    <Dialog title={title} onClose={onClose}>
      {viewStateOf(query) === 'failed' && <LoadError query={query} title={t('leaving.failed')} />}
      {!query.data && viewStateOf(query) !== 'failed' && <SlowLoading />}
      {query.data && (
        <Form id={id} className={css.form} busy={action.isPending} onSubmit={submit}>
          {(text || query.data.proof !== 'none') && <p>{text ?? t('leaving.data.ask.text')}</p>}
          {action.error && (
            <Notice kind="danger" icon="circle-alert">
              {explain(action.error)}
            </Notice>
          )}
          <ProofField proof={proof} focused />
        </Form>
      )}
      <div className={dialog.acts}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        {query.data && (
          <Button type="submit" form={id} kind={danger ? 'danger' : 'primary'} icon={icon} busy={action.isPending}>
            {proof.mailsLink ? t('leaving.proof.send') : actionLabel}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
