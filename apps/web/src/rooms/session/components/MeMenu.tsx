import { languages } from '@parvis/contract/language.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { setLanguage, useText } from '#web/kernel/i18n.ts'
import { themes, useTheme } from '#web/kernel/theme.ts'
import { Me } from '#web/ui/Me.tsx'
import { Menu, MenuGroup, MenuItem } from '#web/ui/Menu.tsx'
import { showToast } from '#web/ui/Toast.tsx'
import { useLogOut } from '../session.mutations.ts'
import css from './MeMenu.module.css'

export interface MeMenuProps {
  user: Pick<SessionUser, 'pseudo' | 'firstname' | 'lastname' | 'company' | 'role' | 'gender' | 'photoUri'>
  where: 'bar' | 'rail'
  onLeft: () => void
}

const themeIcons = { system: 'monitor', light: 'sun', dark: 'moon' } as const

/** Who is signed in, and the choices that go with this device. */
export const MeMenu = ({ user, where, onLeft }: MeMenuProps) => {
  const { t, language, explain } = useText()
  const { theme, setTheme } = useTheme()
  const logOut = useLogOut()
  const name = user.role === 'guest' ? t('session.role.guest') : user.company || [user.firstname, user.lastname].filter(Boolean).join(' ') || user.pseudo
  const role = user.role === 'guest' ? t('session.guest.here') : t(`session.role.${user.role}`, { gender: user.gender ?? 'other' })
  const leave = () => logOut.mutate(undefined, { onSuccess: onLeft, onError: error => showToast({ kind: 'error', text: explain(error) }) })
  return (
    <Menu label={t('session.menu.label')} trigger={<Me where={where} label={t('session.menu.open', { name })} name={name} detail={role} photoUri={user.photoUri} />}>
      {where === 'bar' && <p className={css.who}><b>{name}</b><small>{role}</small></p>}
      <MenuGroup label={t('session.menu.language')}>
        {languages.map(one => <MenuItem key={one} checked={one === language} lang={one} onClick={() => void setLanguage(one)}>{t(`common.language.${one}`)}</MenuItem>)}
      </MenuGroup>
      <MenuGroup label={t('common.theme.title')}>
        {themes.map(one => <MenuItem key={one} icon={themeIcons[one]} checked={one === theme} onClick={() => setTheme(one)}>{t(`common.theme.${one}`)}</MenuItem>)}
      </MenuGroup>
      <MenuItem icon="log-out" onClick={leave}>{t('session.menu.logout')}</MenuItem>
    </Menu>
  )
}
