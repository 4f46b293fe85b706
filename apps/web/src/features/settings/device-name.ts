import type { MySession } from '@parvis/contract/session.ts'
import type { Translate } from '#web/kernel/text/i18n.ts'

/** Browser, or our app, and system in words; one of them where the other is not known. */
export const deviceName = (t: Translate, { inApp, browser: named, system }: MySession): string => {
  const browser = inApp ? t('settings.devices.app') : named
  return browser && system
    ? t('settings.devices.name', { browser, system })
    : (browser ?? system ?? t('settings.devices.unknown'))
}
