import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { useFrame } from '#web/ui/frame-context.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useRootAttribute } from '#web/ui/use-root-attribute.ts'
import css from './Composer.module.css'

/** Button that opens the choice of post types. On phones, a floating button appears once this one is out of view. */
export const Composer = ({ me }: { me: { name: string; photoUri: string | null } }) => {
  const { t } = useText()
  const { action } = useFrame()
  useRootAttribute('floating')
  const buttonProps = { type: 'button', 'aria-haspopup': 'dialog', onClick: action?.onAct } as const
  return (
    <>
      <button {...buttonProps} className={css.composer}>
        <Avatar name={me.name} photoUri={me.photoUri} />
        <span className={css.entry}>{t('feed.composer.entry')}</span>
      </button>
      <button {...buttonProps} className={css.floating} aria-label={action?.label}>
        <Icon name="plus" size="l" />
      </button>
    </>
  )
}
