import { Link } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { useFrame } from '#web/ui/frame-context.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useRootMark } from '#web/ui/use-root-mark.ts'
import css from './Composer.module.css'

export interface ComposerProps {
  communityUri: string
  me: { name: string; photoUri: string | null }
}

/** Leads to the free post from the head of the feed; on phones a button over it offers all that can be published. */
export const Composer = ({ communityUri, me }: ComposerProps) => {
  const { t } = useText()
  const { action } = useFrame()
  useRootMark('floating')
  const form = { to: '/$c/actualites/edition-publication', params: { c: communityUri } } as const
  return (
    <>
      <Link className={css.composer} {...form}>
        <Avatar name={me.name} photoUri={me.photoUri} />
        <span className={css.entry}>{t('feed.composer.entry')}</span>
      </Link>
      {action && (
        <button
          type="button"
          className={css.floating}
          aria-label={action.label}
          aria-haspopup="dialog"
          onClick={action.onAct}
        >
          <Icon name="plus" size="l" />
        </button>
      )}
    </>
  )
}
