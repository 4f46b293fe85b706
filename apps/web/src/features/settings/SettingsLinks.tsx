import { CLIENT_VERSION } from '@parvis/contract/limits.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ActionButton, ActionList, ActionLink } from '#web/ui/ActionList.tsx'

export interface SettingsLinksProps {
  /** URI of the community whose profile screen offers to leave it or to delete the account; null for a guest. */
  customUri: string | null
  /** URI of the community whose rules are linked. */
  rulesUri: string
  /** Whether the log-out is in progress. */
  isLoggingOut: boolean
  onLogOut: () => void
}

/** Last section of the settings: about, rules, terms, leaving and the log-out. */
export const SettingsLinks = ({ customUri, rulesUri, isLoggingOut, onLogOut }: SettingsLinksProps) => {
  const { t } = useText()
  return (
    <ActionList label={t('settings.more')}>
      <ActionLink
        icon="info"
        title={t('session.menu.about')}
        detail={t('settings.version', { version: CLIENT_VERSION })}
        to="/a-propos"
      />
      <ActionLink
        icon="shield"
        title={t('settings.rules')}
        detail={t('settings.rules.detail')}
        to="/$c/regles"
        params={{ c: rulesUri }}
      />
      <ActionLink icon="scale" title={t('settings.terms')} to="/conditions-generales-utilisation" />
      {customUri && (
        <ActionLink
          icon="user-round"
          title={t('settings.leave')}
          to="/$c/mon-profil"
          params={{ c: customUri }}
          hash="leaving"
        />
      )}
      <ActionButton icon="log-out" title={t('session.menu.logout')} busy={isLoggingOut} plain onAct={onLogOut} />
    </ActionList>
  )
}
