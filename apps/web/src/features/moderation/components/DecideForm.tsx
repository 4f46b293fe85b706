import {
  breaksOfDecision,
  type ModerationCase,
  type ModerationDecision,
  moderationRules,
  type ModerationRule,
} from '@parvis/contract/moderation.ts'
import { useState, type FormEvent } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RadioList } from '#web/ui/RadioList.tsx'
import { Select } from '#web/ui/Select.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { doneWords, mostNamedRule, ownerOf } from '../case-words.ts'
import { lookOf } from '../decision-look.ts'
import { isDecided, type Ruling, useDecide } from '../moderation.mutations.ts'
import { DaysField } from './DaysField.tsx'
import { DecisionPreview } from './DecisionPreview.tsx'
import { StatementField } from './StatementField.tsx'
import { DECIDED } from '../next-case.ts'
import css from '../CaseSheet.module.css'

export interface DecideFormProps {
  one: ModerationCase
  /** Called with the typed reason, which is shown again when somebody else decides meanwhile. */
  onWords: (typed: string) => void
  onDone: () => void
  onQuicker: () => void
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

const fields = ['days', 'rule', 'reason'] as const

const fieldOf = (error: unknown) => (error instanceof ApiError ? error.field : undefined)

/** The decisions that the viewer can make, with their effects and a preview of what the author will read. */
export const DecideForm = ({ one, onWords, onDone, onQuicker }: DecideFormProps) => {
  const { t, explain } = useText()
  const [draft, setDraft] = useState<Draft>({ decision: '', rule: mostNamedRule(one) ?? '', reason: '', days: '' })
  const [broken, setBroken] = useState<readonly unknown[]>([])
  const [attempt, setAttempt] = useState(0)
  const [asking, setAsking] = useState(false)
  const name = ownerOf(one, t)
  const ruling = rulingOf(draft)
  const stumble = (...errors: unknown[]) => {
    setBroken(errors)
    setAttempt(before => before + 1)
  }
  const { mutate, isPending } = useDecide(one._id, {
    onDone: ({ decision }) => {
      setAsking(false)
      showToast({ text: doneWords(one, decision, t), cause: DECIDED })
      onDone()
    },
    onQuicker: () => {
      setAsking(false)
      onQuicker()
    },
  })
  const change = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change })
    // Errors of other fields stay marked.
    setBroken('decision' in change ? [] : broken.filter(error => !((fieldOf(error) ?? '') in change)))
  }
  const send = (given: Ruling) =>
    mutate(given, {
      onError: error => {
        setAsking(false)
        if (!isDecided(error)) stumble(error)
      },
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!ruling || isPending) return
    const breaks = breaksOfDecision(ruling).map(wrong => new ApiError(wrong.key, 400, wrong))
    if (breaks.length > 0) return stumble(...breaks)
    setBroken([])
    if (ruling.decision === 'suspend' || ruling.decision === 'remove') setAsking(true)
    else send(ruling)
  }
  const errorOf = (wanted: keyof Draft) => {
    const error = broken.find(one => fieldOf(one) === wanted)
    return error ? explain(error) : null
  }
  const elsewhere = broken.find(error => !fields.some(field => field === fieldOf(error)))
  const isOfPerson = one.kind === 'user'
  const labelOf = (decision: ModerationDecision) =>
    t(isOfPerson ? `moderation.decide.${decision}.user` : `moderation.decide.${decision}`)
  const detailOf = (decision: ModerationDecision) =>
    t(
      isOfPerson
        ? decision === 'keep' && one.hidden
          ? 'moderation.decide.keep.user.again'
          : `moderation.decide.${decision}.user.text`
        : `moderation.decide.${decision}.text`,
    )
  const removal = isOfPerson ? 'moderation.confirm.remove.user' : 'moderation.confirm.remove'
  return (
    <Card as="section" aria-labelledby="decide" className={css.block}>
      <h2 id="decide" className={css.title}>
        {t('moderation.decide')}
      </h2>
      <form className={css.form} noValidate onSubmit={submit}>
        <RadioList<Draft['decision']>
          label={t('moderation.decide')}
          labelHidden
          options={one.abilities.decide.map(decision => ({
            value: decision,
            label: labelOf(decision),
            detail: detailOf(decision),
          }))}
          value={draft.decision}
          onChange={decision => change({ decision })}
        />
        {ruling && ruling.decision !== 'keep' && (
          <>
            {ruling.decision === 'suspend' && (
              <DaysField
                value={draft.days}
                error={errorOf('days')}
                attempt={attempt}
                onChange={days => change({ days })}
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
              attempt={attempt}
              hint={draft.rule ? t(`rules.rule.${draft.rule}.text`) : undefined}
              onChange={rule => change({ rule })}
            />
            <StatementField
              name="reason"
              label={t('moderation.reason')}
              hint={t('moderation.reason.hint')}
              value={draft.reason}
              error={errorOf('reason')}
              attempt={attempt}
              onChange={reason => {
                change({ reason })
                onWords(reason)
              }}
            />
            {one.author && (ruling.decision !== 'suspend' || ruling.days) && (
              <DecisionPreview one={one} ruling={ruling} name={name} />
            )}
          </>
        )}
        {ruling && (
          <div className={css.foot}>
            {elsewhere !== undefined && (
              <Notice kind="danger" icon="triangle-alert">
                {explain(elsewhere)}
              </Notice>
            )}
            <Button type="submit" {...lookOf(ruling.decision, one.kind)} busy={isPending && !asking}>
              {labelOf(ruling.decision)}
            </Button>
          </div>
        )}
      </form>
      {asking && ruling && (
        <Confirm
          title={
            ruling.decision === 'suspend'
              ? t('moderation.confirm.suspend', { name, days: ruling.days ?? 0 })
              : t(removal, { name, kind: one.kind })
          }
          text={t(ruling.decision === 'suspend' ? 'moderation.confirm.suspend.text' : `${removal}.text`)}
          yes={t(ruling.decision === 'suspend' ? 'moderation.confirm.suspend.yes' : `${removal}.yes`)}
          icon={lookOf(ruling.decision, one.kind).icon}
          busy={isPending}
          onYes={() => send(ruling)}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  )
}
