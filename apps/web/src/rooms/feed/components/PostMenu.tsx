import type { LiveEvent } from '@parvis/contract/feed.ts'
import { useText } from '#web/kernel/i18n.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import type { PostActs } from './post-acts.ts'

/** What is rarely done with a post. */
export const PostMenu = ({ post, name, acts }: { post: LiveEvent; name: string; acts: PostActs }) => {
  const { t } = useText()
  const { abilities } = post
  return (
    <Menu label={t('feed.menu')} trigger={<IconButton icon="ellipsis" label={t('feed.menu.of', { title: name })} />}>
      <MenuItem icon="link" onClick={() => acts.onCopy(post)}>{t('feed.menu.copy')}</MenuItem>
      {abilities.edit && <MenuItem icon="pencil" onClick={() => acts.onEdit(post)}>{t('feed.menu.edit')}</MenuItem>}
      {abilities.flag && <MenuItem icon="flag" onClick={() => acts.onFlag(post)}>{t('feed.menu.flag')}</MenuItem>}
      {abilities.remove && <MenuItem icon="trash-2" kind="danger" onClick={() => acts.onRemove(post)}>{t('feed.menu.remove')}</MenuItem>}
    </Menu>
  )
}
