import { Link } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useRootMark } from '#web/ui/use-root-mark.ts'
import css from './Composer.module.css'

export interface ComposerProps {
  communityUri: string
  me: { name: string; photoUri: string | null }
}

/** Leads to the form from the head of the feed, and on phones from anywhere in it. */
export const Composer = ({ communityUri, me }: ComposerProps) => {
  const { t } = useText()
  useRootMark('floating')
  const form = { to: '/$c/actualites/edition-publication', params: { c: communityUri } } as const
  return (
    <>
      <Link className={css.composer} {...form}>
        <Avatar name={me.name} photoUri={me.photoUri} />
        <span className={css.entry}>{t('feed.composer.entry')}</span>
      </Link>
      <Link className={css.floating} {...form} aria-label={t('feed.composer')}>
        <Icon name="plus" size="l" />
      </Link>
    </>
  )
}
