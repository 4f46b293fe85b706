import { useText } from '#web/kernel/text/i18n.ts'
import { IconButton } from './IconButton.tsx'
import { scrollToTop } from './scroll-to-top.ts'
import { useScrolled } from './use-scrolled.ts'
import css from './ScrollTop.module.css'

export interface ScrollTopProps {
  after: number
  /** On phones another floating button stands below it. */
  raised?: boolean
}

/** Comes when the page has been scrolled by more than `after` pixels. */
export const ScrollTop = ({ after, raised = false }: ScrollTopProps) => {
  const { t } = useText()
  const away = useScrolled(after)
  return (
    away && (
      <div className={css.place} data-raised={raised || undefined}>
        <IconButton icon="arrow-up" label={t('common.frame.top')} onClick={scrollToTop} />
      </div>
    )
  )
}
