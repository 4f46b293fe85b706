import type { LiveEvent } from '@parvis/contract/feed.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import type { MenuPanel } from '#web/ui/use-menu.ts'
import type { PostActs } from './post-acts.ts'

/** What is rarely done with a post. */
export const PostMenuItems = ({ menu, post, acts }: { menu: MenuPanel; post: LiveEvent; acts: PostActs }) => {
  const { t } = useText()
  const { abilities } = post
  return (
    <Menu menu={menu} label={t('feed.menu')}>
      <MenuItem icon="link" onClick={() => acts.onCopy(post)}>
        {t('feed.menu.copy')}
      </MenuItem>
      {abilities.edit && (
        <MenuItem icon="pencil" onClick={() => acts.onEdit(post)}>
          {t('feed.menu.edit')}
        </MenuItem>
      )}
      {abilities.flag && !post.flagged && (
        <MenuItem icon="flag" onClick={() => acts.onFlag(post)}>
          {t('feed.menu.flag')}
        </MenuItem>
      )}
      {abilities.remove && (
        <MenuItem icon="trash" kind="danger" onClick={() => acts.onRemove(post)}>
          {t('feed.menu.remove')}
        </MenuItem>
      )}
    </Menu>
  )
}
