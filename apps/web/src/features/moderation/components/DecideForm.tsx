import {
  findDecisionErrors,
  type ModerationCase,
  type ModerationDecision,
  moderationRules,
  type ModerationRule,
} from '@parvis/contract/moderation.ts'
import { useState, type FormEvent } from 'react'
import { type Translate, useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RadioList } from '#web/ui/RadioList.tsx'
import { Select } from '#web/ui/Select.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useFormErrors } from '#web/ui/use-form-errors.ts'
import { decisionToastText, mostNamedRule, ownerOf } from '../case-text.ts'
import { decisionButton } from '../decision-button.ts'
import { isAlreadyDecided, type Ruling, useDecide } from '../moderation.mutations.ts'
import { DaysField } from './DaysField.tsx'
import { DecisionPreview } from './DecisionPreview.tsx'
import { StatementField } from './StatementField.tsx'
import { DECISION_TOAST } from '../next-case.ts'
import css from '../CaseSheet.module.css'

export interface DecideFormProps {
  moderationCase: ModerationCase
  /** Called with the typed reason, which is shown again when somebody else decides meanwhile. */
  onTextChange: (typed: string) => void
  onDone: () => void
  onAlreadyDecided: () => void
}

interface Draft {
  decision: ModerationDecision | ''
  rule: ModerationRule | ''
  reason: string
  days: string
}

const rulingOf = ({ decision, rule, reason, days }: Draft): Ruling | null =>
  decision === ''
    ? null
    : decision === 'keep'
      ? { decision }
      : {
          decision,
          rule: rule || null,
          reason: reason.trim() || null,
          ...(decision === 'suspend' && { days: days ? Number(days) : null }),
        }

const labelOf = ({ kind }: ModerationCase, decision: ModerationDecision, t: Translate) =>
  t(kind === 'user' ? `moderation.decide.${decision}.user` : `moderation.decide.${decision}`)

const detailOf = ({ kind, hidden }: ModerationCase, decision: ModerationDecision, t: Translate) =>
  t(
    kind === 'user'
      ? decision === 'keep' && hidden
        ? 'moderation.decide.keep.user.again'
        : `moderation.decide.${decision}.user.text`
      : `moderation.decide.${decision}.text`,
  )

/** The decisions that the viewer can make, with their effects and a preview of what the author will read. */
export const DecideForm = ({ moderationCase, onTextChange, onDone, onAlreadyDecided }: DecideFormProps) => {
  const { t } = useText()
  const [draft, setDraft] = useState<Draft>({
    decision: '',
    rule: mostNamedRule(moderationCase) ?? '',
    reason: '',
    days: '',
  })
  const formErrors = useFormErrors(['days', 'rule', 'reason'])
  const [isConfirming, setIsConfirming] = useState(false)
  const name = ownerOf(moderationCase, t)
  const ruling = rulingOf(draft)
  const { mutate, isPending } = useDecide(moderationCase._id, {
    onDone: ({ decision }) => {
      setIsConfirming(false)
      showToast({ text: decisionToastText(moderationCase, decision, t), cause: DECISION_TOAST })
      onDone()
    },
    onAlreadyDecided: () => {
      setIsConfirming(false)
      onAlreadyDecided()
    },
  })
  const change = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change })
    // Errors of the other fields remain; choosing another decision clears all errors.
    if ('decision' in change) formErrors.clearErrors()
    else formErrors.clearFieldErrors(...Object.keys(change))
  }
  const send = (body: Ruling) =>
    mutate(body, {
      onError: error => {
        setIsConfirming(false)
        if (!isAlreadyDecided(error)) formErrors.showFailure(error)
      },
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!ruling || isPending) return
    const validationErrors = findDecisionErrors(ruling)
    if (validationErrors.length > 0) return formErrors.showInvalid(...validationErrors)
    formErrors.clearErrors()
    if (ruling.decision === 'suspend' || ruling.decision === 'remove') setIsConfirming(true)
    else send(ruling)
  }
  return (
    <Card as="section" aria-labelledby="decide" className={css.block}>
      <h2 id="decide" className={css.title}>
        {t('moderation.decide')}
      </h2>
      <form className={css.form} noValidate onSubmit={submit}>
        <RadioList<Draft['decision']>
          label={t('moderation.decide')}
          labelHidden
          options={moderationCase.abilities.decide.map(decision => ({
            value: decision,
            label: labelOf(moderationCase, decision, t),
            detail: detailOf(moderationCase, decision, t),
          }))}
          value={draft.decision}
          onChange={decision => change({ decision })}
        />
        {ruling && ruling.decision !== 'keep' && (
          <>
            <ReasonFields
              decision={ruling.decision}
              draft={draft}
              errorOf={formErrors.errorOf}
              submitCount={formErrors.submitCount}
              onChange={changed => {
                change(changed)
                if (changed.reason !== undefined) onTextChange(changed.reason)
              }}
            />
            {moderationCase.author && (ruling.decision !== 'suspend' || ruling.days) && (
              <DecisionPreview moderationCase={moderationCase} ruling={ruling} name={name} />
            )}
          </>
        )}
        {ruling && (
          <div className={css.foot}>
            {formErrors.formError && (
              <Notice kind="danger" icon="triangle-alert">
                {formErrors.formError}
              </Notice>
            )}
            <Button
              type="submit"
              {...decisionButton(ruling.decision, moderationCase.kind)}
              busy={isPending && !isConfirming}
            >
              {labelOf(moderationCase, ruling.decision, t)}
            </Button>
          </div>
        )}
      </form>
      {isConfirming && ruling && (
        <ConfirmDecision
          moderationCase={moderationCase}
          ruling={ruling}
          name={name}
          isSending={isPending}
          onConfirm={() => send(ruling)}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </Card>
  )
}

interface ReasonFieldsProps {
  decision: ModerationDecision
  draft: Draft
  errorOf: (field: keyof Draft) => string | null
  submitCount: number
  onChange: (change: Partial<Draft>) => void
}

/** Fields for the rule and the reason of a decision, and for the length of a suspension. */
const ReasonFields = ({ decision, draft, errorOf, submitCount, onChange }: ReasonFieldsProps) => {
  const { t } = useText()
  return (
    <>
      {decision === 'suspend' && (
        <DaysField
          value={draft.days}
          error={errorOf('days')}
          submitCount={submitCount}
          onChange={days => onChange({ days })}
        />
      )}
      <Select<Draft['rule']>
        name="rule"
        label={t('moderation.rule')}
        value={draft.rule}
        options={[
          { value: '', label: t('moderation.choose') },
          ...moderationRules.map(rule => ({ value: rule, label: t(`rules.rule.${rule}`) })),
        ]}
        error={errorOf('rule')}
        submitCount={submitCount}
        hint={draft.rule ? t(`rules.rule.${draft.rule}.text`) : undefined}
        onChange={rule => onChange({ rule })}
      />
      <StatementField
        name="reason"
        label={t('moderation.reason')}
        hint={t('moderation.reason.hint')}
        value={draft.reason}
        error={errorOf('reason')}
        submitCount={submitCount}
        onChange={reason => onChange({ reason })}
      />
    </>
  )
}

interface ConfirmDecisionProps {
  moderationCase: ModerationCase
  ruling: Ruling
  /** Name of the person whom the decision concerns. */
  name: string
  isSending: boolean
  onConfirm: () => void
  onClose: () => void
}

const ConfirmDecision = ({ moderationCase, ruling, name, isSending, onConfirm, onClose }: ConfirmDecisionProps) => {
  const { t } = useText()
  const { kind } = moderationCase
  const removal = kind === 'user' ? 'moderation.confirm.remove.user' : 'moderation.confirm.remove'
  return (
    <ConfirmDialog
      title={
        ruling.decision === 'suspend'
          ? t('moderation.confirm.suspend', { name, days: ruling.days ?? 0 })
          : t(removal, { name, kind })
      }
      text={t(ruling.decision === 'suspend' ? 'moderation.confirm.suspend.text' : `${removal}.text`)}
      confirmLabel={t(ruling.decision === 'suspend' ? 'moderation.confirm.suspend.yes' : `${removal}.yes`)}
      icon={decisionButton(ruling.decision, kind).icon}
      busy={isSending}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
