import { useText } from '#web/kernel/text/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import css from './ChatFrame.module.css'

/** Placeholder beside the lists while no conversation is open. */
export const NoneChosen = () => {
  const { t } = useText()
  return (
    <section className={css.none} aria-label={t('messages.choose.title')}>
      <Empty picture="chat" title={t('messages.choose.title')} text={t('messages.choose.text')} />
    </section>
  )
}
