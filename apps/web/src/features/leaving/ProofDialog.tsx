import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import type { Asking } from '#web/ui/asking.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import dialog from '#web/ui/Dialog.module.css'
import { Notice } from '#web/ui/Notice.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { Failed } from '#web/ui/Trouble.tsx'
import { leavingQuery } from './leaving.queries.ts'
import { ProofField } from './ProofField.tsx'
import { useProving } from './use-proving.ts'
import css from './LeaveDialog.module.css'

/** Asks for proof of ownership before an action that only the account's owner may take. */
export const ProofDialog = ({ title, text, action, icon, danger, onProved, onClose }: Asking) => {
  const { t, explain } = useText()
  const id = useId()
  const query = useQuery(leavingQuery())
  const proving = useProving(query.data)
  const [failed, setFailed] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const ask = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setFailed(null)
    setBusy(true)
    try {
      if (await proving.prove()) {
        await onProved()
        onClose()
      }
    } catch (error) {
      setFailed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {stateOf(query) === 'failed' && <Failed query={query} title={t('leaving.failed')} />}
      {!query.data && stateOf(query) !== 'failed' && <SlowLoading />}
      {query.data && (
        <form id={id} className={css.form} onSubmit={event => void ask(event)} noValidate>
          {(text || query.data.proof !== 'none') && <p>{text ?? t('leaving.data.ask.text')}</p>}
          {failed !== null && (
            <Notice kind="danger" icon="circle-alert">
              {explain(failed)}
            </Notice>
          )}
          <ProofField proving={proving} focused />
        </form>
      )}
      <div className={dialog.acts}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        {query.data && (
          <Button type="submit" form={id} kind={danger ? 'danger' : 'primary'} icon={icon} busy={busy}>
            {proving.mailsLink ? t('leaving.proof.send') : action}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
