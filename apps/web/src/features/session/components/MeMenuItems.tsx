import type { SessionUser } from '@parvis/contract/session.ts'
import { useNavigate } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { Count } from '#web/ui/Count.tsx'
import { Menu, MenuGroup, MenuItem } from '#web/ui/Menu.tsx'
import type { Tab } from '#web/ui/TabBar.tsx'
import type { MenuPanel } from '#web/ui/use-menu.ts'
import { useSessionExit } from '../use-session-exit.ts'
import css from './MeMenuItems.module.css'

export interface MeMenuItemsProps {
  menu: MenuPanel
  /** Name and role, shown at the top when the menu button has only an avatar. */
  userLabel?: { name: string; role: string }
  /** The other communities of the account. */
  otherMemberships: SessionUser['memberships']
  /** Link to the desk (the screens of the team), for administrators on screens without the navigation rail. */
  desk?: Tab
  /** Slug of the current community, for its settings. */
  customUri: string
  isGuest: boolean
  hasProfile: boolean
  /** Slug of the community whose poster the user can print. */
  posterUri?: string
  /** Called after the session has ended; with `noswitch` if the switch to another community failed. */
  onSessionEnd: (reason?: 'noswitch') => void
}

/** Items of the user menu, ending with the log-out. */
export const MeMenuItems = ({
  menu,
  userLabel,
  otherMemberships,
  desk,
  customUri,
  isGuest,
  hasProfile,
  posterUri,
  onSessionEnd,
}: MeMenuItemsProps) => {
  const { t } = useText()
  const { leave, switchTo } = useSessionExit(onSessionEnd)
  const navigate = useNavigate()
  return (
    <Menu menu={menu} label={t('session.menu.label')}>
      {userLabel && (
        <p className={css.who}>
          <b>{userLabel.name}</b>
          <small>{userLabel.role}</small>
        </p>
      )}
      {hasProfile && (
        <MenuItem icon="user-round" onClick={() => void navigate({ to: '/$c/mon-profil', params: { c: customUri } })}>
          {t('session.menu.profile')}
        </MenuItem>
      )}
      {desk && (
        <MenuItem icon={desk.icon} onClick={() => void navigate(desk.target)}>
          {desk.label} {desk.count ? <Count>{desk.count}</Count> : null}
        </MenuItem>
      )}
      {posterUri && (
        <MenuItem icon="printer" onClick={() => void navigate({ to: '/$c/affiche', params: { c: posterUri } })}>
          {t('session.menu.poster')}
        </MenuItem>
      )}
      {otherMemberships.length > 0 && (
        <MenuGroup label={t('session.menu.others')}>
          {otherMemberships.map(membership => (
            <MenuItem key={membership.userId} icon="house" onClick={() => switchTo(membership)}>
              {membership.name}
            </MenuItem>
          ))}
        </MenuGroup>
      )}
      {isGuest && (
        <MenuItem
          icon="user-plus"
          onClick={() => void navigate({ to: '/$c/connexion', params: { c: customUri }, search: { register: true } })}
        >
          {t('session.menu.register')}
        </MenuItem>
      )}
      <MenuItem icon="settings" onClick={() => void navigate({ to: '/$c/parametres', params: { c: customUri } })}>
        {t('session.menu.settings')}
      </MenuItem>
      <MenuItem icon="info" onClick={() => void navigate({ to: '/a-propos' })}>
        {t('session.menu.about')}
      </MenuItem>
      <MenuItem icon="log-out" onClick={leave}>
        {t('session.menu.logout')}
      </MenuItem>
    </Menu>
  )
}
