import { validateStatement, type ModerationCase } from '@parvis/contract/moderation.ts'
import { useState, type FormEvent } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RadioList } from '#web/ui/RadioList.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useFormErrors } from '#web/ui/use-form-errors.ts'
import { nameOf } from '../case-text.ts'
import { isAlreadyDecided, useDecideAppeal } from '../moderation.mutations.ts'
import { StatementField } from './StatementField.tsx'
import { DECISION_TOAST } from '../next-case.ts'
import css from '../CaseSheet.module.css'

export interface AppealAnswerFormProps {
  moderationCase: ModerationCase
  /** Called with the typed reason, which is shown again when somebody else decides meanwhile. */
  onTextChange: (typed: string) => void
  onDone: () => void
  onAlreadyDecided: () => void
}

type Choice = 'uphold' | 'overturn'

/** The form in which a second person upholds or overturns a decision. */
export const AppealAnswerForm = ({ moderationCase, onTextChange, onDone, onAlreadyDecided }: AppealAnswerFormProps) => {
  const { t } = useText()
  const [choice, setChoice] = useState<Choice | ''>('')
  const [reason, setReason] = useState('')
  const { errorOf, formError, submitCount, showInvalid, showFailure, clearErrors } = useFormErrors(['reason'])
  const name = nameOf(moderationCase.author, t)
  const { mutate, isPending } = useDecideAppeal(moderationCase._id, {
    onDone: ({ overturn }) => {
      showToast({
        text: t(`moderation.appeal.done.${overturn ? 'overturned' : 'upheld'}`, { name }),
        cause: DECISION_TOAST,
      })
      onDone()
    },
    onAlreadyDecided,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (choice === '' || isPending) return
    const validationError = validateStatement(reason, 'reason')
    if (validationError) return showInvalid(validationError)
    clearErrors()
    mutate(
      { overturn: choice === 'overturn', reason: reason.trim() },
      { onError: error => !isAlreadyDecided(error) && showFailure(error) },
    )
  }
  return (
    <Card as="section" aria-labelledby="answer" className={css.block}>
      <h2 id="answer" className={css.title}>
        {t('moderation.appeal.choice')}
      </h2>
      <form className={css.form} noValidate onSubmit={submit}>
        <RadioList<Choice | ''>
          label={t('moderation.appeal.choice')}
          labelHidden
          options={(['uphold', 'overturn'] as const).map(value => ({
            value,
            label: t(`moderation.appeal.${value}`),
            detail: t(`moderation.appeal.${value}.text`, { name }),
          }))}
          value={choice}
          onChange={setChoice}
        />
        {choice && (
          <>
            <StatementField
              name="reason"
              label={t('moderation.appeal.reason')}
              hint={t('moderation.reason.hint')}
              value={reason}
              error={errorOf('reason')}
              submitCount={submitCount}
              onChange={typed => {
                setReason(typed)
                onTextChange(typed)
                clearErrors()
              }}
            />
            <div className={css.foot}>
              {formError && (
                <Notice kind="danger" icon="triangle-alert">
                  {formError}
                </Notice>
              )}
              <Button type="submit" kind="primary" icon={choice === 'overturn' ? 'undo-2' : 'scale'} busy={isPending}>
                {t('moderation.appeal.send')}
              </Button>
            </div>
          </>
        )}
      </form>
    </Card>
  )
}
