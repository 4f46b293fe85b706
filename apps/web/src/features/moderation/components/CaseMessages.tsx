import type { ReportedContent } from '@parvis/contract/moderation.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import typography from '#web/ui/typography.module.css'
import { nameOf } from '../case-text.ts'
import css from '../CaseSheet.module.css'

/** The reported message among those around it; the rest of the conversation stays private. */
export const CaseMessages = ({ messages }: { messages: ReportedContent['messages'] }) => {
  const { t } = useText()
  const { ago } = useFormat()
  if (messages.length === 0) return <p className={typography.muted}>{t('moderation.content.erased')}</p>
  return (
    <>
      <Notice kind="calm" icon="lock">
        {t('moderation.content.messages')}
      </Notice>
      <ol className={css.talk}>
        {messages.map(({ place, author, text, hasPicture, reported, date }) => (
          <li key={place} data-reported={reported || undefined}>
            <p className={css.line}>
              <b dir="auto">{nameOf(author, t)}</b>
              <small>{ago(date)}</small>
              {reported && <Badge kind="danger">{t('moderation.content.message.reported')}</Badge>}
            </p>
            {text && <p dir="auto">{text}</p>}
            {hasPicture && <p className={typography.muted}>{t('moderation.content.message.picture')}</p>}
            {!text && !hasPicture && <p className={typography.muted}>{t('moderation.content.message.gone')}</p>}
          </li>
        ))}
      </ol>
    </>
  )
}
