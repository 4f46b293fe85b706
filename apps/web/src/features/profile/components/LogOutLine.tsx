import { useText } from '#web/kernel/text/i18n.ts'
import { TextButton } from '#web/ui/TextButton.tsx'
import css from './LogOutLine.module.css'
import type { SessionUser } from '@parvis/contract/session.ts'

export interface AccountExitProps {
  /** The account's memberships in other communities. */
  otherMemberships: SessionUser['memberships']
  onSwitch: (to: SessionUser['memberships'][number]) => void
  onLogOut: () => void
}

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
