import { languages } from '@parvis/contract/language.ts'
import { setLanguage, useText } from '#web/kernel/text/i18n.ts'
import { themes, useTheme } from '#web/kernel/device/theme.ts'
import { Menu, MenuGroup, MenuItem } from '#web/ui/Menu.tsx'
import { showToast } from '#web/ui/toasts.ts'
import type { MenuPanel } from '#web/ui/use-menu.ts'
import { useLogOut } from '../session.mutations.ts'
import css from './MeMenuItems.module.css'

export interface MeMenuItemsProps {
  menu: MenuPanel
  /** Said at its head where the button shows a face alone. */
  who?: { name: string; role: string }
  onLeft: () => void
}

const themeIcons = { system: 'monitor', light: 'sun', dark: 'moon' } as const

/** The choices that go with this device, and the way out. */
export const MeMenuItems = ({ menu, who, onLeft }: MeMenuItemsProps) => {
  const { t, language, explain } = useText()
  const { theme, setTheme } = useTheme()
  const logOut = useLogOut()
  const leave = () =>
    logOut.mutate(undefined, {
      onSuccess: onLeft,
      onError: error => showToast({ kind: 'error', text: explain(error) }),
    })
  return (
    <Menu menu={menu} label={t('session.menu.label')}>
      {who && (
        <p className={css.who}>
          <b>{who.name}</b>
          <small>{who.role}</small>
        </p>
      )}
      <MenuGroup label={t('session.menu.language')}>
        {languages.map(one => (
          <MenuItem key={one} checked={one === language} lang={one} onClick={() => void setLanguage(one)}>
            {t(`common.language.${one}`)}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuGroup label={t('common.theme.title')}>
        {themes.map(one => (
          <MenuItem key={one} icon={themeIcons[one]} checked={one === theme} onClick={() => setTheme(one)}>
            {t(`common.theme.${one}`)}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuItem icon="log-out" onClick={leave}>
        {t('session.menu.logout')}
      </MenuItem>
    </Menu>
  )
}
