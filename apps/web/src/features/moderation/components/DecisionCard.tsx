import type { OwnDecision } from '@parvis/contract/moderation.ts'
import { textIn } from '@parvis/contract/language.ts'
import { useRef } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { ageInSentence } from '#web/kernel/text/age-in-sentence.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import typography from '#web/ui/typography.module.css'
import { decisionTitle, effectTextKey, restoredTextKey } from '../decision-text.ts'
import { AppealForm } from './AppealForm.tsx'
import css from './DecisionCard.module.css'

export interface DecisionCardProps {
  decision: OwnDecision
  /** Token of the mailed link, for members without a session. */
  token?: string | null
  /** Whether the card previews a decision that is not made yet. */
  isPreview?: boolean
  /** Whether to highlight the card, because a link led to its decision. */
  isMarked?: boolean
  headingLevel?: 2 | 3
  /** Whether the decision is the main content of the screen; its appeal is then the primary action. */
  isProminent?: boolean
}

/** A decision as shown to the person concerned: effect, rule, reason, end, and how to appeal. */
export const DecisionCard = ({
  decision,
  token = null,
  isPreview = false,
  isMarked = false,
  headingLevel = 3,
  isProminent = false,
}: DecisionCardProps) => {
  const { t, language } = useText()
  const { ago, fullDate } = useFormat()
  const now = useNow()
  const heading = useRef<HTMLHeadingElement>(null)
  const { kind, rule, reason, date, until, days, restoredAt, community, appeal } = decision
  const Title = headingLevel === 2 ? 'h2' : 'h3'
  const excerpt = textIn(language, decision.excerpt, 'text')
  const effect = effectTextKey(decision)
  const restored = restoredAt && (
    <p className={css.good}>
      <Icon name="check" size="s" />
      {t(restoredTextKey(decision), { when: fullDate(new Date(restoredAt)) })}
    </p>
  )
  // When the decision was first upheld on appeal and later reversed, both are shown in this order.
  const isRestoredLast = restoredAt !== null && appeal?.outcome?.overturned === false
  const isInForce = until !== null && Date.parse(until) > now
  return (
    <Card
      as="article"
      id={isPreview ? undefined : `decision-${decision._id}`}
      aria-labelledby={isPreview ? undefined : `title-${decision._id}`}
      className={css.decision}
      data-marked={isMarked || undefined}
    >
      <header>
        <Title id={isPreview ? undefined : `title-${decision._id}`} ref={heading} tabIndex={-1}>
          {decisionTitle(decision, t)}
        </Title>
        <p className={typography.meta}>{t('rules.decided.on', { when: ago(date), place: community.name })}</p>
      </header>
      {!isRestoredLast && restored}
      {!restoredAt && effect && (
        <p>
          {t(effect)}
          {isInForce && <b className={css.until}> {t('rules.until', { when: fullDate(new Date(until)) })}.</b>}
          {days !== null && !isInForce && ` ${t('rules.over')}`}
        </p>
      )}
      <dl className={css.facts}>
        {rule && (
          <div>
            <dt>{t('rules.rule')}</dt>
            <dd>
              <b>{t(`rules.rule.${rule}`)}.</b> {t(`rules.rule.${rule}.text`)}
            </dd>
          </div>
        )}
        {reason && (
          <div>
            <dt>{t('rules.reason')}</dt>
            <dd dir="auto">{reason}</dd>
          </div>
        )}
        {kind !== 'user' && (
          <div>
            <dt>{t('rules.excerpt')}</dt>
            <dd dir="auto" className={css.excerpt}>
              {excerpt ?? t('rules.excerpt.gone')}
            </dd>
          </div>
        )}
      </dl>
      <AppealPart
        decision={decision}
        token={token}
        isPreview={isPreview}
        headingLevel={headingLevel}
        isProminent={isProminent}
        onSent={() => heading.current?.focus()}
      />
      {isRestoredLast && restored}
    </Card>
  )
}

interface AppealPartProps {
  decision: OwnDecision
  token: string | null
  isPreview: boolean
  headingLevel: 2 | 3
  isProminent: boolean
  onSent: () => void
}

const AppealPart = ({ decision, token, isPreview, headingLevel, isProminent, onSent }: AppealPartProps) => {
  const { t } = useText()
  const format = useFormat()
  const { fullDate } = format
  const { appeal, appealUntil, abilities, restoredAt } = decision
  const lastDay = fullDate(new Date(appealUntil))
  if (!appeal)
    return abilities.appeal || isPreview ? (
      <AppealForm
        decision={decision}
        token={token}
        lastDayText={lastDay}
        canOpenForm={!isPreview}
        isProminent={isProminent}
        onSent={onSent}
      />
    ) : (
      !restoredAt && decision.decision !== 'keep' && (
        <p className={typography.meta}>{t('rules.appeal.over', { when: lastDay })}</p>
      )
    )
  const { outcome } = appeal
  const Title = headingLevel === 2 ? 'h3' : 'h4'
  return (
    <div className={css.appeal}>
      <Title>{t('rules.appeal.mine', ageInSentence(format, appeal.date))}</Title>
      <p dir="auto" className={css.excerpt}>
        {appeal.text}
      </p>
      {outcome ? (
        <>
          <p className={css.good} data-stands={!outcome.overturned || undefined}>
            <Icon name={outcome.overturned ? 'check' : 'gavel'} size="s" />
            <b>
              {t(
                outcome.overturned
                  ? 'rules.appeal.overturned'
                  : restoredAt
                    ? 'rules.appeal.upheld.first'
                    : 'rules.appeal.upheld',
              )}
            </b>
          </p>
          <p className={typography.meta}>
            {t(`rules.appeal.${outcome.overturned ? 'overturned' : 'upheld'}.text`, {
              when: fullDate(new Date(outcome.date)),
            })}
          </p>
          {outcome.reason && (
            <dl className={css.facts}>
              <div>
                <dt>{t('rules.appeal.answer')}</dt>
                <dd dir="auto">{outcome.reason}</dd>
              </div>
            </dl>
          )}
        </>
      ) : (
        !restoredAt && (
          <p className={css.waits}>
            <Icon name="clock" size="s" />
            {t('rules.appeal.waits')}
          </p>
        )
      )}
    </div>
  )
}
