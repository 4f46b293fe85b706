import { CLIENT_VERSION } from '@parvis/contract/limits.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { WayAct, Ways, WayTo } from '#web/ui/Ways.tsx'

export interface LastWaysProps {
  /** Uri of the community whose profile has the actions to leave for good; null for a guest. */
  customUri: string | null
  /** Uri of the community whose rules apply. */
  rulesOf: string
  /** The log-out is in progress. */
  leaving: boolean
  onLogOut: () => void
}

/** Last section of the settings: about, rules, terms, leaving and the log-out. */
export const LastWays = ({ customUri, rulesOf, leaving, onLogOut }: LastWaysProps) => {
  const { t } = useText()
  return (
    <Ways label={t('settings.more')}>
      <WayTo
        icon="info"
        title={t('session.menu.about')}
        detail={t('settings.version', { version: CLIENT_VERSION })}
        to="/a-propos"
      />
      <WayTo
        icon="shield"
        title={t('settings.rules')}
        detail={t('settings.rules.detail')}
        to="/$c/regles"
        params={{ c: rulesOf }}
      />
      <WayTo icon="scale" title={t('settings.terms')} to="/conditions-generales-utilisation" />
      {customUri && (
        <WayTo
          icon="user-round"
          title={t('settings.leave')}
          to="/$c/mon-profil"
          params={{ c: customUri }}
          hash="leaving"
        />
      )}
      <WayAct icon="log-out" title={t('session.menu.logout')} busy={leaving} plain onAct={onLogOut} />
    </Ways>
  )
}
