import { useText } from '#web/kernel/text/i18n.ts'
import { TextButton } from '#web/ui/TextButton.tsx'
import type { AccountExitProps } from '../ProfileFormView.tsx'
import css from './LogOutLine.module.css'

/** Buttons below a form that cannot be skipped: they switch to another community of the account, or log out. */
export const LogOutLine = ({ otherMemberships, onSwitch, onLogOut }: AccountExitProps) => {
  const { t } = useText()
  return (
    <p className={css.line}>
      {otherMemberships.map(membership => (
        <TextButton key={membership.communityId} icon="house" onClick={() => onSwitch(membership)}>
          {t('entry.profile.elsewhere', { to: membership.name })}
        </TextButton>
      ))}
      <TextButton icon="log-out" onClick={onLogOut}>
        {t('session.menu.logout')}
      </TextButton>
    </p>
  )
}
