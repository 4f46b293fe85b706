import type { ModerationCase } from '@parvis/contract/moderation.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import typography from '#web/ui/typography.module.css'
import css from '../CaseSheet.module.css'

/** The reasons given in the reports. The people who reported are never shown. */
export const CaseReasons = ({ reasons, flagsCount }: Pick<ModerationCase, 'reasons' | 'flagsCount'>) => {
  const { t } = useText()
  const { ago } = useFormat()
  const withoutReason = flagsCount - reasons.length
  return (
    <Card as="section" aria-labelledby="reasons" className={css.block}>
      <h2 id="reasons" className={css.title}>
        {t('moderation.reasons')}
      </h2>
      {reasons.length === 0 ? (
        <p className={typography.muted}>{t('moderation.reasons.none')}</p>
      ) : (
        <ul className={css.reasons}>
          {reasons.map(({ rule, text, date }, at) => (
            <li key={at}>
              {rule && <b>{t(`rules.rule.${rule}`)}</b>}
              {text && <span dir="auto">{text}</span>}
              <small>{ago(date)}</small>
            </li>
          ))}
        </ul>
      )}
      <p className={typography.meta}>
        {reasons.length > 0 && withoutReason > 0 && `${t('moderation.reasons.without', { count: withoutReason })} `}
        {t('moderation.reasons.note')}
      </p>
    </Card>
  )
}
