import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import typography from '#web/ui/typography.module.css'
import css from './NewDeals.module.css'

/** New deals that wait behind a pill, told politely. */
export const NewDeals = ({ waiting, onShow }: { waiting: number; onShow: () => void }) => {
  const { t } = useText()
  const show = () => {
    onShow()
    // the pill goes: who pressed it by key stands at the beginning of the screen
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <div className={css.place}>
      <p className={typography.hidden} role="status">
        {waiting > 0 && t('deals.news', { count: waiting })}
      </p>
      {waiting > 0 && (
        <button type="button" className={css.pill} onClick={show}>
          <Icon name="arrow-up" size="s" />
          {t('deals.news', { count: waiting })}
        </button>
      )}
    </div>
  )
}
