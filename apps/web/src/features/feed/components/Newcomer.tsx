import { displayName } from '@parvis/contract/entity.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { Link } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import type { Target } from '#web/ui/frame-context.ts'
import { buildingText } from '#web/kernel/text/building-text.ts'
import css from './PostTicket.module.css'

/** The new member that a welcome post presents. */
export const Newcomer = ({ user, profile }: { user: FeedPost['user']; profile: Target | undefined }) => {
  const { t } = useText()
  const name = displayName(user)
  return (
    <div className={css.ticket} data-newcomer>
      <Avatar name={name} photoUri={user.photoUri} size="l" />
      <div>
        <b dir="auto">{profile ? <Link {...profile}>{name}</Link> : name}</b>
        {user.building && <small dir="auto">{buildingText(t, user.building)}</small>}
      </div>
    </div>
  )
}
