import { displayName } from '@parvis/contract/entity.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import type { Tab } from '#web/ui/TabBar.tsx'
import { AccountButton } from '#web/ui/AccountButton.tsx'
import { useMenu } from '#web/ui/use-menu.ts'

export interface MeMenuProps {
  user: Pick<
    SessionUser,
    | 'pseudo'
    | 'firstname'
    | 'initial'
    | 'company'
    | 'role'
    | 'gender'
    | 'photoUri'
    | 'communityId'
    | 'customUri'
    | 'memberships'
    | 'abilities'
  >
  placement: 'bar' | 'rail'
  /** Link to the desk (the screens of the team), for administrators on screens without the navigation rail. */
  desk?: Tab
  onSessionEnd: (reason?: 'noswitch') => void
}

/** The user menu: opens links to the user's own screens. */
export const MeMenu = ({ user, placement, desk, onSessionEnd }: MeMenuProps) => {
  const { t } = useText()
  const { button, panel, part } = useMenu(() => import('./MeMenuItems.tsx'))
  const isGuest = user.role === 'guest'
  const name = isGuest ? t('session.role.guest') : displayName(user)
  const role = isGuest ? t('session.guest.here') : t(`session.role.${user.role}`, { gender: user.gender ?? 'other' })
  return (
    <>
      <AccountButton
        placement={placement}
        label={t('session.menu.open', { name })}
        name={name}
        detail={role}
        photoUri={user.photoUri}
        {...button}
      />
      {part && (
        <part.MeMenuItems
          menu={panel}
          userLabel={placement === 'bar' ? { name, role } : undefined}
          otherMemberships={user.memberships.filter(({ communityId }) => communityId !== user.communityId)}
          desk={desk}
          customUri={user.customUri}
          isGuest={isGuest}
          hasProfile={user.abilities.editProfile}
          posterUri={user.abilities.printPoster ? user.customUri : undefined}
          onSessionEnd={onSessionEnd}
        />
      )}
    </>
  )
}
