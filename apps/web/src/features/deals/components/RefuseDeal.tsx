import { MAX_REFUSAL_LENGTH } from '@parvis/contract/write-deals.ts'
import { useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Row } from '#web/ui/Row.tsx'
import { Form } from '#web/ui/Form.tsx'
import { OptionalLabel } from './DealTextFields.tsx'
import css from './ReviewDeal.module.css'

export interface RefuseDealProps {
  name: string
  /** Says what has changed since the dialog was opened. */
  changeNotice: string | null
  busy: boolean
  /** Undefined once another team member has decided on the deal; the typed reason then stays readable. */
  onRefuse: ((reason: string) => void) | undefined
  onClose: () => void
}

/** Dialog that asks for the reason of a refusal, which the author receives. */
export const RefuseDeal = ({ name, changeNotice, busy, onRefuse, onClose }: RefuseDealProps) => {
  const { t } = useText()
  const [reason, setReason] = useState('')
  const submit = () => onRefuse?.(reason)
  return (
    <Dialog title={t('dealwriting.waiting.refuse.title', { name })} onClose={onClose}>
      <Form className={css.look} busy={busy} onSubmit={submit}>
        {changeNotice && <Notice>{changeNotice}</Notice>}
        {onRefuse && <p>{t('dealwriting.waiting.refuse.text')}</p>}
        <Field
          label={<OptionalLabel>{t('dealwriting.waiting.reason')}</OptionalLabel>}
          name="reason"
          rows={3}
          maxLength={MAX_REFUSAL_LENGTH}
          autoComplete="off"
          autoFocus
          value={reason}
          onChange={setReason}
        />
        <Row align="end">
          <Button onClick={onClose}>{t(onRefuse ? 'common.cancel' : 'common.close')}</Button>
          {onRefuse && (
            <Button type="submit" kind="danger" busy={busy}>
              {t('dealwriting.waiting.refuse')}
            </Button>
          )}
        </Row>
      </Form>
    </Dialog>
  )
}
