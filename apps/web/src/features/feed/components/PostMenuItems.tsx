import { displayName } from '@parvis/contract/entity.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { Language } from '@parvis/contract/language.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import type { MenuPanel } from '#web/ui/use-menu.ts'
import { usePinPost } from './PinPost.tsx'
import type { PostActions } from './post-actions.ts'

export interface PostMenuItemsProps {
  menu: MenuPanel
  post: FeedPost
  actions: PostActions
  /** Time zone of the community, an IANA name. */
  timezone: string
  /** The language to switch to; null when the post has only one language. */
  otherLanguage: Language | null
  onLanguage: (language: Language) => void
}

export const PostMenuItems = ({ menu, post, actions, timezone, otherLanguage, onLanguage }: PostMenuItemsProps) => {
  const { t } = useText()
  const { abilities } = post
  const pin = usePinPost(post, timezone)
  // Removing the post of another member requires a reason. A weather post has no author to notify, so it is
  // removed like one’s own post.
  const isOwn = post.userId === actions.viewer._id || post.groupId === 'weather'
  return (
    <>
      <Menu menu={menu} label={t('feed.menu')}>
        {otherLanguage && (
          <MenuItem icon="languages" lang={otherLanguage} onClick={() => onLanguage(otherLanguage)}>
            {t(`postacts.see.${otherLanguage}`)}
          </MenuItem>
        )}
        <MenuItem icon="link" onClick={() => actions.onCopy(post)}>
          {t('postacts.copy')}
        </MenuItem>
        {abilities.edit && (
          <MenuItem icon="pencil" onClick={() => actions.onEdit(post)}>
            {t('postacts.edit')}
          </MenuItem>
        )}
        {abilities.move && (
          <MenuItem icon="calendar-x" onClick={() => actions.onCancelEvent(post)}>
            {t('postacts.calloff')}
          </MenuItem>
        )}
        {pin.item}
        {(abilities.flag || actions.viewer.isGuest) && !post.flagged && (
          <MenuItem icon="flag" onClick={() => actions.onFlag(post)}>
            {t('postacts.flag')}
          </MenuItem>
        )}
        {abilities.block && actions.onBlock && (
          <MenuItem icon="ban" onClick={() => actions.onBlock?.(post.user)}>
            {t('feed.menu.block', { name: displayName(post.user) })}
          </MenuItem>
        )}
        {abilities.remove && (
          <MenuItem icon="trash" kind="danger" onClick={() => actions.onRemove(post)}>
            {t(isOwn ? 'postacts.delete' : 'postacts.takeaway')}
          </MenuItem>
        )}
      </Menu>
      {pin.dialog}
    </>
  )
}
