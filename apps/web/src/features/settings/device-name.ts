import type { MySession } from '@parvis/contract/session.ts'
import type { Translate } from '#web/kernel/text/i18n.ts'

/** "Firefox on Windows": the browser or our app, and the system; only one of them where the other is unknown. */
export const deviceName = (t: Translate, { inApp, browser: named, system }: MySession): string => {
  const browser = inApp ? t('settings.devices.app') : named
  return browser && system
    ? t('settings.devices.name', { browser, system })
    : (browser ?? system ?? t('settings.devices.unknown'))
}
