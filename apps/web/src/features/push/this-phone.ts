import {
  checkPermission,
  clearDelivered,
  unregisterToken,
  fetchToken,
  pushPlatform,
  requestPermission,
} from '#web/kernel/shell/phone-push.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import type { PushDevice } from './push-device.ts'

/** The company that delivers pushes and could read who writes, because the pushes are not encrypted. */
export const pushServiceName = (): string => (pushPlatform() === 'ios' ? 'Apple' : 'Google')

let lastPermission: NotificationPermission = 'default'

const refreshPermission = async () => {
  lastPermission = pushPlatform() ? await checkPermission() : 'denied'
  return lastPermission
}

/** A phone with the app: the push service of its system delivers and displays notifications. */
export const thisPhone: PushDevice = {
  support: () => (pushPlatform() ? 'ready' : 'none'),
  isServed: ({ phones }) => phones.some(one => one === pushPlatform()),
  permission: () => lastPermission,
  refreshPermission,
  async requestPermission() {
    lastPermission = await requestPermission()
    return lastPermission
  },
  onPermission(onChange) {
    const refresh = () => void refreshPermission().then(onChange, () => {})
    refresh()
    // The permission may have changed in the phone's settings.
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  },
  async subscribe() {
    await loadTexts('push')
    return fetchToken({ news: t('push.channel.news'), again: t('push.channel.again') })
  },
  unsubscribe: unregisterToken,
  closeNotifications: clearDelivered,
  os: () => pushPlatform() ?? 'web',
}
