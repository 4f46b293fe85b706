import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import css from './PinnedMark.module.css'

/** Marks the card of a pinned post wherever it is shown: on its own page, in a filtered feed, in search results. */
export const PinnedMark = () => {
  const { t } = useText()
  return (
    <p className={css.mark}>
      <Icon name="pin" size="s" />
      {t('post.pinned')}
    </p>
  )
}
