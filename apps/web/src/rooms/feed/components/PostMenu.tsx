import type { LiveEvent } from '@parvis/contract/feed.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useMenu } from '#web/ui/use-menu.ts'
import type { PostActs } from './post-acts.ts'

/** Opens what is rarely done with a post. */
export const PostMenu = ({ name, ...rest }: { post: LiveEvent; name: string; acts: PostActs; timezone: string }) => {
  const { t } = useText()
  const { button, panel, part } = useMenu(() => import('./PostMenuItems.tsx'))
  return (
    <>
      <IconButton icon="ellipsis" label={t('feed.menu.of', { title: name })} {...button} />
      {part && <part.PostMenuItems menu={panel} {...rest} />}
    </>
  )
}
