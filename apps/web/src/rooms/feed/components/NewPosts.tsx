import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import typography from '#web/ui/typography.module.css'
import type { Shown } from '../feed.shown.ts'
import css from './NewPosts.module.css'

/** New posts that wait behind a pill, or that came in by themselves: both are told politely. */
export const NewPosts = ({ waiting, arrived, top, onShow }: Omit<Shown, 'ids'>) => {
  const { t } = useText()
  const show = () => {
    onShow()
    // the pill goes: who pressed it by key stands at the beginning of the screen
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <div className={css.place}>
      <p className={typography.hidden} role="status">
        {waiting > 0
          ? t('feed.news', { count: waiting })
          : arrived > 0 && <span key={top}>{t('feed.news.here', { count: arrived })}</span>}
      </p>
      {waiting > 0 && (
        <button type="button" className={css.pill} onClick={show}>
          <Icon name="arrow-up" size="s" />
          {t('feed.news', { count: waiting })}
        </button>
      )}
    </div>
  )
}
