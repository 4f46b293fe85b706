import {
  APPEAL_DAYS,
  checkDecision,
  type ModerationCase,
  type ModerationDecision,
  moderationRules,
  type ModerationRule,
  type OwnDecision,
  suspensionDays,
} from '@parvis/contract/moderation.ts'
import { useState, type FormEvent } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RadioList } from '#web/ui/RadioList.tsx'
import { Select } from '#web/ui/Select.tsx'
import { showToast } from '#web/ui/toasts.ts'
import typography from '#web/ui/typography.module.css'
import { nameOf } from '../case-words.ts'
import { isDecided, type Ruling, useDecide } from '../moderation.mutations.ts'
import { DecisionCard } from './DecisionCard.tsx'
import { StatementField } from './StatementField.tsx'
import css from '../CaseSheet.module.css'

export interface DecideFormProps {
  one: ModerationCase
  onDone: () => void
  onQuicker: () => void
}

interface Draft {
  decision: ModerationDecision | ''
  rule: ModerationRule | ''
  reason: string
  days: string
}

const DAY_MS = 86_400_000

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

/** What can be decided, with what follows from each; its author is told as it is shown here. */
export const DecideForm = ({ one, onDone, onQuicker }: DecideFormProps) => {
  const { t, explain } = useText()
  const [draft, setDraft] = useState<Draft>({ decision: '', rule: '', reason: '', days: '' })
  const [broken, setBroken] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [asking, setAsking] = useState(false)
  const name = nameOf(one.author, t)
  const ruling = rulingOf(draft)
  const stumble = (error: unknown) => {
    setBroken(error)
    setAttempt(before => before + 1)
  }
  const { mutate, isPending } = useDecide(one._id, {
    onDone: ({ decision }) => {
      setAsking(false)
      showToast({ text: t(`moderation.done.${decision}`, { name }) })
      onDone()
    },
    onQuicker: () => {
      setAsking(false)
      onQuicker()
    },
  })
  const change = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change })
    setBroken(null)
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
    const wrong = checkDecision(ruling)
    if (wrong) return stumble(new ApiError(wrong.key, 400, wrong))
    setBroken(null)
    if (ruling.decision === 'suspend' || ruling.decision === 'remove') setAsking(true)
    else send(ruling)
  }
  const field = broken instanceof ApiError ? broken.field : undefined
  const errorOf = (wanted: string) => (field === wanted ? explain(broken) : null)
  const isOfPerson = one.kind === 'user'
  const labelOf = (decision: ModerationDecision) =>
    t(isOfPerson ? `moderation.decide.${decision}.user` : `moderation.decide.${decision}`)
  const detailOf = (decision: ModerationDecision) =>
    t(isOfPerson ? `moderation.decide.${decision}.user.text` : `moderation.decide.${decision}.text`)
  const removal = isOfPerson ? 'moderation.confirm.remove.user' : 'moderation.confirm.remove'
  return (
    <Card as="section" aria-label={t('moderation.decide')} className={css.block}>
      <form className={css.form} noValidate onSubmit={submit}>
        <RadioList<Draft['decision']>
          label={t('moderation.decide')}
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
              <Select
                name="days"
                label={t('moderation.days')}
                value={draft.days}
                options={[
                  { value: '', label: t('moderation.choose') },
                  ...suspensionDays.map(count => ({
                    value: String(count),
                    label: t('moderation.days.count', { count }),
                  })),
                ]}
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
              onChange={reason => change({ reason })}
            />
            {(ruling.decision !== 'suspend' || ruling.days) && <Preview one={one} ruling={ruling} name={name} />}
          </>
        )}
        {broken !== null && (field === undefined || !['rule', 'reason', 'days'].includes(field)) && (
          <Notice kind="danger" icon="triangle-alert">
            {explain(broken)}
          </Notice>
        )}
        {ruling && (
          <Button type="submit" kind="primary" icon="check" busy={isPending && !asking}>
            {labelOf(ruling.decision)}
          </Button>
        )}
      </form>
      {asking && ruling && (
        <Confirm
          title={
            ruling.decision === 'suspend'
              ? t('moderation.confirm.suspend', { name, days: ruling.days ?? 0 })
              : t(removal, { name })
          }
          text={t(ruling.decision === 'suspend' ? 'moderation.confirm.suspend.text' : `${removal}.text`)}
          yes={t(ruling.decision === 'suspend' ? 'moderation.confirm.suspend.yes' : `${removal}.yes`)}
          icon="gavel"
          busy={isPending}
          onYes={() => send(ruling)}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  )
}

/** Its author will read this. */
const Preview = ({ one, ruling, name }: { one: ModerationCase; ruling: Ruling; name: string }) => {
  const { t } = useText()
  const now = useNow()
  const days = ruling.days ?? null
  const told: OwnDecision = {
    _id: one._id,
    community: one.community,
    kind: one.kind,
    subjectId: one.subjectId,
    excerpt: one.excerpt,
    decision: ruling.decision,
    rule: ruling.rule ?? null,
    reason: ruling.reason ?? null,
    days,
    date: new Date(now).toISOString(),
    until: days ? new Date(now + days * DAY_MS).toISOString() : null,
    restoredAt: null,
    appeal: null,
    appealUntil: new Date(now + APPEAL_DAYS * DAY_MS).toISOString(),
    abilities: { appeal: false },
  }
  return (
    <section className={css.preview} aria-label={t('moderation.preview', { name })}>
      <p className={typography.meta}>{t('moderation.preview', { name })}</p>
      <div inert>
        <DecisionCard decision={told} preview />
      </div>
    </section>
  )
}
