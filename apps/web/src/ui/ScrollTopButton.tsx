import { useEffect } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { IconButton } from './IconButton.tsx'
import { markScrollingDown } from './mark-scrolling-down.ts'
import { scrollToTop } from './scroll-to-top.ts'
import css from './ScrollTopButton.module.css'

/** On phones this button is above the screen's floating button; both hide while scrolling down. */
export const ScrollTopButton = () => {
  const { t } = useText()
  useEffect(markScrollingDown, [])
  return (
    <div className={css.place}>
      <IconButton icon="arrow-up" label={t('common.frame.top')} onClick={scrollToTop} />
    </div>
  )
}
