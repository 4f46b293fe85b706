import {
  findDecisionErrors,
  MAX_STATEMENT_LENGTH,
  moderationRules,
  type ModerationRule,
} from '@parvis/contract/moderation.ts'
import { useState } from 'react'
import { useIsMounted } from '#web/kernel/screen/use-is-mounted.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { Notice } from './Notice.tsx'
import { Select } from './Select.tsx'
import { showToast } from './toasts.ts'
import dialog from './Dialog.module.css'
import css from './ReportDialog.module.css'
import { Form } from './Form.tsx'
import { useFormErrors } from './use-form-errors.ts'

export interface RemovalStatement {
  rule: ModerationRule
  reason: string
}

export interface RemovalDialogProps {
  title: string
  authorName: string
  /**
   * Removes the content and unmounts the dialog. If the call throws, the dialog shows the error and its input remains.
   */
  onSend: (statement: RemovalStatement) => Promise<unknown>
  onClose: () => void
}

/** The dialog in which the team removes a member's content: asks for the violated rule and a reason for the author. */
export const RemovalDialog = ({ title, authorName, onSend, onClose }: RemovalDialogProps) => {
  const { t, explain } = useText()
  const [rule, setRule] = useState<ModerationRule | ''>('')
  const [reason, setReason] = useState('')
  const { errorOf, submitCount, acceptInput, clearFieldErrors } = useFormErrors(['rule', 'reason'])
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isMounted = useIsMounted()
  const remove = async (statement: RemovalStatement) => {
    setBusy(true)
    setFailure(null)
    try {
      await onSend(statement)
    } catch (error) {
      // A dialog that the user has closed in the meantime cannot show the error, so a toast does.
      if (!isMounted.current) showToast({ kind: 'error', text: `${t('rules.removal.failed')} ${explain(error)}` })
      setFailure(error)
      setBusy(false)
    }
  }
  const send = () => {
    if (acceptInput(...findDecisionErrors({ decision: 'remove', rule: rule || null, reason })) && rule)
      void remove({ rule, reason: reason.trim() })
  }
  return (
    <Dialog size="m" title={title} onClose={onClose}>
      <Form className={css.form} busy={busy} onSubmit={send}>
        <p>{t('rules.removal.text', { name: authorName })}</p>
        <Select<ModerationRule | ''>
          name="rule"
          label={t('rules.removal.rule')}
          value={rule}
          options={[
            { value: '', label: t('rules.removal.choose') },
            ...moderationRules.map(item => ({ value: item, label: t(`rules.rule.${item}`) })),
          ]}
          error={errorOf('rule')}
          submitCount={submitCount}
          onChange={selected => {
            setRule(selected)
            clearFieldErrors('rule')
          }}
        />
        <Field
          name="reason"
          label={t('rules.removal.reason')}
          hint={t('rules.removal.reason.hint', { name: authorName })}
          value={reason}
          error={errorOf('reason')}
          submitCount={submitCount}
          rows={3}
          maxLength={MAX_STATEMENT_LENGTH}
          onChange={text => {
            setReason(text)
            clearFieldErrors('reason')
          }}
        />
        {failure !== null && (
          <Notice kind="danger" icon="circle-alert">
            {t('rules.removal.failed')} {explain(failure)}
          </Notice>
        )}
        <div className={dialog.acts}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" type="submit" icon="trash" busy={busy}>
            {t('rules.removal.yes')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
