import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import css from './PinnedMark.module.css'

/** Over the card of a pinned post wherever it stands: on its own page, in what a filter or a search finds. */
export const PinnedMark = () => {
  const { t } = useText()
  return (
    <p className={css.mark}>
      <Icon name="pin" size="s" />
      {t('post.pinned')}
    </p>
  )
}
