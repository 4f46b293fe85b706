import { useText } from '#web/kernel/text/i18n.ts'
import { TextButton } from '#web/ui/TextButton.tsx'
import type { WaysOut } from '../ProfileFormView.tsx'
import css from './LogOutLine.module.css'

/** Switches to another community of the account, or logs out, below a form that cannot be skipped. */
export const LogOutLine = ({ others, onSwitch, onLogOut }: WaysOut) => {
  const { t } = useText()
  return (
    <p className={css.line}>
      {others.map(one => (
        <TextButton key={one.communityId} icon="house" onClick={() => onSwitch(one)}>
          {t('entry.profile.elsewhere', { to: one.name })}
        </TextButton>
      ))}
      <TextButton icon="log-out" onClick={onLogOut}>
        {t('session.menu.logout')}
      </TextButton>
    </p>
  )
}
