import { useText } from '#web/kernel/text/i18n.ts'
import { TextButton } from '#web/ui/TextButton.tsx'
import type { AccountExitProps } from '../ProfileFormView.tsx'
import css from './LogOutLine.module.css'

/** Switches to another community of the account, or logs out, below a form that cannot be skipped. */
export const LogOutLine = ({ others, onSwitch, onLogOut }: AccountExitProps) => {
  const { t } = useText()
  return (
    <p className={css.line}>
      {others.map(membership => (
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
