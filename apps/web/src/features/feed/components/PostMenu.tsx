import { useText } from '#web/kernel/text/i18n.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useMenu } from '#web/ui/use-menu.ts'
import type { PostMenuItemsProps } from './PostMenuItems.tsx'

/** Menu of a post, whose items are loaded when it is opened. */
export const PostMenu = ({ name, ...rest }: Omit<PostMenuItemsProps, 'menu'> & { name: string }) => {
  const { t } = useText()
  const { button, panel, part } = useMenu(() => import('./PostMenuItems.tsx'))
  return (
    <>
      <IconButton icon="ellipsis" label={t('feed.menu.of', { title: name })} {...button} />
      {part && <part.PostMenuItems menu={panel} {...rest} />}
    </>
  )
}
