import { useText } from '#web/kernel/text/i18n.ts'
import { IconButton } from './IconButton.tsx'
import { scrollToTop } from './scroll-to-top.ts'
import { useScrolled } from './use-scrolled.ts'
import css from './ScrollTop.module.css'

const AFTER_PX = 140

export interface ScrollTopProps {
  /** Another floating button stands there on phones, which is enough. */
  second?: boolean
}

/** Comes when the page has been scrolled. */
export const ScrollTop = ({ second = false }: ScrollTopProps) => {
  const { t } = useText()
  const away = useScrolled(AFTER_PX)
  return (
    away && (
      <div className={css.place} data-second={second || undefined}>
        <IconButton icon="arrow-up" label={t('common.frame.top')} onClick={scrollToTop} />
      </div>
    )
  )
}
