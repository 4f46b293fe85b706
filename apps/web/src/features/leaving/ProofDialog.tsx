import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import type { ProofRequest } from '#web/ui/proof-request.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import dialog from '#web/ui/Dialog.module.css'
import { Notice } from '#web/ui/Notice.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { LoadError } from '#web/ui/LoadError.tsx'
import { leavingQuery } from './leaving.queries.ts'
import { ProofField } from './ProofField.tsx'
import { useOwnershipProof } from './use-ownership-proof.ts'
import css from './LeaveDialog.module.css'

/** Asks for proof that the viewer owns the account, before an action that only its owner may take. */
export const ProofDialog = ({ title, text, action, icon, danger, onIdentityProved, onClose }: ProofRequest) => {
  const { t, explain } = useText()
  const id = useId()
  const query = useQuery(leavingQuery())
  const proof = useOwnershipProof(query.data)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setFailure(null)
    setBusy(true)
    try {
      if (await proof.prove()) {
        await onIdentityProved()
        onClose()
      }
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {viewStateOf(query) === 'failed' && <LoadError query={query} title={t('leaving.failed')} />}
      {!query.data && viewStateOf(query) !== 'failed' && <SlowLoading />}
      {query.data && (
        <form id={id} className={css.form} onSubmit={event => void submit(event)} noValidate>
          {(text || query.data.proof !== 'none') && <p>{text ?? t('leaving.data.ask.text')}</p>}
          {failure !== null && (
            <Notice kind="danger" icon="circle-alert">
              {explain(failure)}
            </Notice>
          )}
          <ProofField proof={proof} focused />
        </form>
      )}
      <div className={dialog.acts}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        {query.data && (
          <Button type="submit" form={id} kind={danger ? 'danger' : 'primary'} icon={icon} busy={busy}>
            {proof.mailsLink ? t('leaving.proof.send') : action}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
