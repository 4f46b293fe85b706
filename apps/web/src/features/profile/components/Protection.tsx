import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Notice } from '#web/ui/Notice.tsx'

/** Explains how a minor is protected, and until which day (YYYY-MM-DD). */
export const MinorProtectionNotice = ({ until, consentAge }: { until: string; consentAge: number }) => {
  const { t } = useText()
  const { fullDate } = useFormat()
  return (
    <Notice kind="calm" icon="lock">
      <strong>{t('profile.protection', { age: consentAge, date: fullDate(new Date(`${until}T12:00`)) })}</strong>
      <br />
      {t('profile.protection.what')}
    </Notice>
  )
}
