import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import css from './PinnedMark.module.css'

/** Badge on the card of a pinned post: on the page of the post, in a filtered feed and in search results. */
export const PinnedMark = () => {
  const { t } = useText()
  return (
    <p className={css.mark}>
      <Icon name="pin" size="s" />
      {t('post.pinned')}
    </p>
  )
}
