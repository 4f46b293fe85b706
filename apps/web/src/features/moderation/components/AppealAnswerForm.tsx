import { checkStatement, type ModerationCase } from '@parvis/contract/moderation.ts'
import { useState, type FormEvent } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RadioList } from '#web/ui/RadioList.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { nameOf } from '../case-words.ts'
import { isDecided, useDecideAppeal } from '../moderation.mutations.ts'
import { StatementField } from './StatementField.tsx'
import { DECIDED } from '../next-case.ts'
import css from '../CaseSheet.module.css'

export interface AppealAnswerFormProps {
  one: ModerationCase
  /** Called with the typed reason, which is shown again when somebody else decides meanwhile. */
  onWords: (typed: string) => void
  onDone: () => void
  onQuicker: () => void
}

type Choice = 'uphold' | 'overturn'

/** The form in which a second person upholds or overturns a decision. */
export const AppealAnswerForm = ({ one, onWords, onDone, onQuicker }: AppealAnswerFormProps) => {
  const { t, explain } = useText()
  const [choice, setChoice] = useState<Choice | ''>('')
  const [reason, setReason] = useState('')
  const [broken, setBroken] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const stumble = (error: unknown) => {
    setBroken(error)
    setAttempt(before => before + 1)
  }
  const name = nameOf(one.author, t)
  const { mutate, isPending } = useDecideAppeal(one._id, {
    onDone: ({ overturn }) => {
      showToast({ text: t(`moderation.appeal.done.${overturn ? 'overturned' : 'upheld'}`, { name }), cause: DECIDED })
      onDone()
    },
    onQuicker,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (choice === '' || isPending) return
    const wrong = checkStatement(reason, 'reason')
    if (wrong) return stumble(new ApiError(wrong.key, 400, wrong))
    setBroken(null)
    mutate(
      { overturn: choice === 'overturn', reason: reason.trim() },
      { onError: error => !isDecided(error) && stumble(error) },
    )
  }
  const ofField = broken instanceof ApiError && broken.field === 'reason'
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
              error={ofField ? explain(broken) : null}
              attempt={attempt}
              onChange={typed => {
                setReason(typed)
                onWords(typed)
                setBroken(null)
              }}
            />
            <div className={css.foot}>
              {broken !== null && !ofField && (
                <Notice kind="danger" icon="triangle-alert">
                  {explain(broken)}
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
