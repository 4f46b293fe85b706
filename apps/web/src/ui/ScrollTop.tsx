import { useText } from '#web/kernel/text/i18n.ts'
import { IconButton } from './IconButton.tsx'
import { scrollToTop } from './scroll-to-top.ts'
import { useScrolled } from './use-scrolled.ts'
import css from './ScrollTop.module.css'

const AFTER_PX = 140

export interface ScrollTopProps {
  /** On phones another floating button stands below it. */
  raised?: boolean
}

/** Comes when the page has been scrolled. */
export const ScrollTop = ({ raised = false }: ScrollTopProps) => {
  const { t } = useText()
  const away = useScrolled(AFTER_PX)
  return (
    away && (
      <div className={css.place} data-raised={raised || undefined}>
        <IconButton icon="arrow-up" label={t('common.frame.top')} onClick={scrollToTop} />
      </div>
    )
  )
}
