import { CLIENT_VERSION } from '@parvis/contract/limits.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { WayAct, Ways, WayTo } from '#web/ui/Ways.tsx'

export interface LastWaysProps {
  /** The log-out is under way. */
  leaving: boolean
  onLogOut: () => void
}

/** What the settings end with: about, the terms, and the way out. */
export const LastWays = ({ leaving, onLogOut }: LastWaysProps) => {
  const { t } = useText()
  return (
    <Ways label={t('settings.more')}>
      <WayTo
        icon="info"
        title={t('session.menu.about')}
        detail={t('settings.version', { version: CLIENT_VERSION })}
        to="/a-propos"
      />
      <WayTo icon="scale" title={t('settings.terms')} to="/conditions-generales-utilisation" />
      <WayAct icon="log-out" title={t('session.menu.logout')} busy={leaving} onAct={onLogOut} />
    </Ways>
  )
}
