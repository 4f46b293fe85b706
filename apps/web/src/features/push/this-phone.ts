import {
  checkPermission,
  clearShown,
  dropToken,
  fetchToken,
  pushSystem,
  requestPermission,
} from '#web/kernel/shell/phone-push.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import type { ThisDevice } from './this-device.ts'

/** Who delivers pushes, and could read who writes: nothing is encrypted on that way. */
export const serviceName = (): string => (pushSystem() === 'ios' ? 'Apple' : 'Google')

let known: NotificationPermission = 'default'

const lookUpPermission = async () => {
  known = pushSystem() ? await checkPermission() : 'denied'
  return known
}

/** A phone with the app: the push service of its system delivers and displays notifications. */
export const thisPhone: ThisDevice = {
  support: () => (pushSystem() ? 'ready' : 'none'),
  isServed: ({ phones }) => phones.some(one => one === pushSystem()),
  permission: () => known,
  lookUpPermission,
  async requestPermission() {
    known = await requestPermission()
    return known
  },
  onPermission(changed) {
    const look = () => void lookUpPermission().then(changed, () => {})
    look()
    // For example after a visit to the phone's settings.
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  },
  async subscribe() {
    await loadTexts('push')
    return fetchToken({ news: t('push.channel.news'), again: t('push.channel.again') })
  },
  unsubscribe: dropToken,
  closeShown: clearShown,
  os: () => pushSystem() ?? 'web',
}
