import { validateStatement, type OwnDecision } from '@parvis/contract/moderation.ts'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { showToast } from '#web/ui/toasts.ts'
import typography from '#web/ui/typography.module.css'
import { useFormErrors } from '#web/ui/use-form-errors.ts'
import { useAppeal } from '../moderation.mutations.ts'
import { StatementField } from './StatementField.tsx'
import css from './DecisionCard.module.css'

export interface AppealFormProps {
  decision: OwnDecision
  token: string | null
  /** The last day to appeal, as text. */
  lastDayText: string
  /** False in a preview, which shows only the date. */
  canOpenForm: boolean
  /** Whether the decision is the main content of the screen. */
  isProminent: boolean
  onSent: () => void
}

/** Says until when an appeal is possible, and sends the appeal. Only one appeal is possible. */
export const AppealForm = ({ decision, token, lastDayText, canOpenForm, isProminent, onSent }: AppealFormProps) => {
  const { t } = useText()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const { errorOf, formError, submitCount, showInvalid, showFailure, clearErrors } = useFormErrors(['text'])
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (open) form.current?.querySelector('textarea')?.focus()
  }, [open])
  const { mutate, isPending } = useAppeal(token, {
    onDone: () => {
      showToast({ text: t('rules.appeal.sent') })
      onSent()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const validationError = validateStatement(text, 'text')
    if (validationError) return showInvalid(validationError)
    clearErrors()
    mutate({ caseId: decision._id, text: text.trim() }, { onError: showFailure })
  }
  return (
    <div className={css.appeal}>
      <p className={typography.meta}>{t('rules.appeal.until', { when: lastDayText })}</p>
      {canOpenForm && !open && (
        <div>
          <Button kind={isProminent ? 'primary' : 'soft'} icon="scale" onClick={() => setOpen(true)}>
            {t('rules.appeal')}
          </Button>
        </div>
      )}
      {canOpenForm && open && (
        <form ref={form} className={css.form} noValidate onSubmit={submit}>
          <StatementField
            name="text"
            label={t('rules.appeal.label')}
            hint={t('rules.appeal.hint')}
            value={text}
            error={errorOf('text')}
            submitCount={submitCount}
            onChange={typed => {
              setText(typed)
              clearErrors()
            }}
          />
          {formError && (
            <Notice kind="danger" icon="triangle-alert">
              {formError}
            </Notice>
          )}
          <Button type="submit" kind="primary" busy={isPending}>
            {t('rules.appeal.send')}
          </Button>
        </form>
      )}
    </div>
  )
}
