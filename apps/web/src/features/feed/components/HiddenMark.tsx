import { Link } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import typography from '#web/ui/typography.module.css'
import css from './PinnedMark.module.css'

/** Marks the card of a post that the team has hidden from everybody but its author. */
export const HiddenMark = ({ id, communityUri }: { id: string; communityUri: string }) => {
  const { t } = useText()
  return (
    <p className={css.mark}>
      <Icon name="eye-off" size="s" />
      <span>
        {t('feed.hidden')}&nbsp;·{' '}
        <Link className={typography.link} to="/$c/regles" params={{ c: communityUri }} search={{ decision: id }}>
          {t('feed.hidden.why')}
        </Link>
      </span>
    </p>
  )
}
