import { displayName } from '@parvis/contract/entity.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { Language } from '@parvis/contract/language.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import type { MenuPanel } from '#web/ui/use-menu.ts'
import { usePinPost } from './PinPost.tsx'
import type { PostActs } from './post-acts.ts'

export interface PostMenuItemsProps {
  menu: MenuPanel
  post: LiveEvent
  acts: PostActs
  /** Of the community. */
  timezone: string
  /** The other language of the post. */
  other: Language | null
  onLanguage: (language: Language) => void
}

export const PostMenuItems = ({ menu, post, acts, timezone, other, onLanguage }: PostMenuItemsProps) => {
  const { t } = useText()
  const { abilities } = post
  const pin = usePinPost(post, timezone)
  // The team removes posts of others with a statement of reasons; the weather has no author to notify.
  const isOwn = post.userId === acts.reader._id || post.groupId === 'weather'
  return (
    <>
      <Menu menu={menu} label={t('feed.menu')}>
        {other && (
          <MenuItem icon="languages" lang={other} onClick={() => onLanguage(other)}>
            {t(`postacts.see.${other}`)}
          </MenuItem>
        )}
        <MenuItem icon="link" onClick={() => acts.onCopy(post)}>
          {t('postacts.copy')}
        </MenuItem>
        {abilities.edit && (
          <MenuItem icon="pencil" onClick={() => acts.onEdit(post)}>
            {t('postacts.edit')}
          </MenuItem>
        )}
        {abilities.move && (
          <MenuItem icon="calendar-x" onClick={() => acts.onCallOff(post)}>
            {t('postacts.calloff')}
          </MenuItem>
        )}
        {pin.item}
        {(abilities.flag || acts.reader.isGuest) && !post.flagged && (
          <MenuItem icon="flag" onClick={() => acts.onFlag(post)}>
            {t('postacts.flag')}
          </MenuItem>
        )}
        {abilities.block && acts.onBlock && (
          <MenuItem icon="ban" onClick={() => acts.onBlock?.(post.user)}>
            {t('feed.menu.block', { name: displayName(post.user) })}
          </MenuItem>
        )}
        {abilities.remove && (
          <MenuItem icon="trash" kind="danger" onClick={() => acts.onRemove(post)}>
            {t(isOwn ? 'postacts.delete' : 'postacts.takeaway')}
          </MenuItem>
        )}
      </Menu>
      {pin.dialog}
    </>
  )
}
