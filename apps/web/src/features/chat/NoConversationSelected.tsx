import { useText } from '#web/kernel/text/i18n.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import css from './ChatFrame.module.css'

/** Placeholder beside the lists while no conversation is open. */
export const NoConversationSelected = () => {
  const { t } = useText()
  return (
    <section className={css.none} aria-label={t('messages.choose.title')}>
      <EmptyState picture="chat" title={t('messages.choose.title')} text={t('messages.choose.text')} />
    </section>
  )
}
