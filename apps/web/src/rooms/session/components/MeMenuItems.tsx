import type { SessionUser } from '@parvis/contract/session.ts'
import { useNavigate } from '@tanstack/react-router'
import { languages, type Language } from '@parvis/contract/language.ts'
import { setLanguage, useText } from '#web/kernel/text/i18n.ts'
import { themes, useTheme } from '#web/kernel/device/theme.ts'
import { Count } from '#web/ui/Count.tsx'
import { Menu, MenuGroup, MenuItem } from '#web/ui/Menu.tsx'
import type { Tab } from '#web/ui/TabBar.tsx'
import { showToast } from '#web/ui/toasts.ts'
import type { MenuPanel } from '#web/ui/use-menu.ts'
import { endsSession, useLogOut, useSwitch } from '../session.mutations.ts'
import css from './MeMenuItems.module.css'

export interface MeMenuItemsProps {
  menu: MenuPanel
  /** Said at its head where the button shows a face alone. */
  who?: { name: string; role: string }
  /** The account's other communities. */
  others: SessionUser['memberships']
  /** The desk of who runs the community, where no rail leads to it. */
  desk?: Tab
  /** Where they are: their settings stand there. */
  customUri: string
  /** Where the poster of the community is, for who hangs it up. */
  poster?: string
  /** `noswitch`: another community of theirs could not be gone to. */
  onLeft: (ended?: 'noswitch') => void
}

const themeIcons = { system: 'monitor', light: 'sun', dark: 'moon' } as const

/** The choices that go with this device, and the way out. */
export const MeMenuItems = ({ menu, who, others, desk, customUri, poster, onLeft }: MeMenuItemsProps) => {
  const { t, language, explain } = useText()
  const { theme, setTheme } = useTheme()
  const logOut = useLogOut()
  const change = useSwitch()
  const navigate = useNavigate()
  const fail = (error: unknown) => showToast({ kind: 'error', text: explain(error) })
  const leave = (ended?: 'noswitch') => logOut.mutate(undefined, { onSuccess: () => onLeft(ended), onError: fail })
  const chooseLanguage = (one: Language) =>
    void setLanguage(one).catch(() => showToast({ kind: 'error', text: t('session.settings.failed') }))
  const goTo = ({ communityId }: SessionUser['memberships'][number]) =>
    change.mutate(
      { communityId },
      {
        onError: error => (endsSession(error) ? leave('noswitch') : fail(error)),
      },
    )
  return (
    <Menu menu={menu} label={t('session.menu.label')}>
      {who && (
        <p className={css.who}>
          <b>{who.name}</b>
          <small>{who.role}</small>
        </p>
      )}
      {desk && (
        <MenuItem icon={desk.icon} onClick={() => void navigate(desk.target)}>
          {desk.label} {desk.count ? <Count>{desk.count}</Count> : null}
        </MenuItem>
      )}
      {poster && (
        <MenuItem icon="printer" onClick={() => void navigate({ to: '/$c/affiche', params: { c: poster } })}>
          {t('session.menu.poster')}
        </MenuItem>
      )}
      <MenuGroup label={t('session.menu.language')}>
        {languages.map(one => (
          <MenuItem key={one} checked={one === language} lang={one} onClick={() => chooseLanguage(one)}>
            {t(`common.language.${one}`)}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuGroup label={t('session.theme.title')}>
        {themes.map(one => (
          <MenuItem key={one} icon={themeIcons[one]} checked={one === theme} onClick={() => setTheme(one)}>
            {t(`session.theme.${one}`)}
          </MenuItem>
        ))}
      </MenuGroup>
      {others.length > 0 && (
        <MenuGroup label={t('session.menu.others')}>
          {others.map(one => (
            <MenuItem key={one.userId} icon="house" onClick={() => goTo(one)}>
              {one.name}
            </MenuItem>
          ))}
        </MenuGroup>
      )}
      <MenuItem icon="settings" onClick={() => void navigate({ to: '/$c/parametres', params: { c: customUri } })}>
        {t('session.menu.settings')}
      </MenuItem>
      <MenuItem icon="info" onClick={() => void navigate({ to: '/a-propos' })}>
        {t('session.menu.about')}
      </MenuItem>
      <MenuItem icon="log-out" onClick={() => leave()}>
        {t('session.menu.logout')}
      </MenuItem>
    </Menu>
  )
}
