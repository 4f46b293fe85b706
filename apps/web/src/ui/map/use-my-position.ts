import { locateDevice, useDevicePosition, GeolocationError } from '#web/kernel/device/geolocation.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { closeToastsOf, showToast } from '../toasts.ts'

const CAUSE = 'whereabouts'

/** Locates the device. A toast reports failures: info if permission was denied, else error. Needs `map` texts. */
export const useMyPosition = () => {
  const { t } = useText()
  const { position, isLocating } = useDevicePosition()
  const look = async () => {
    if (isLocating) return null
    closeToastsOf(CAUSE)
    try {
      return await locateDevice()
    } catch (error) {
      if (!(error instanceof GeolocationError)) throw error
      const { denied, message } = error
      showToast({
        kind: denied ? 'info' : 'error',
        text: denied ? t('map.locationinfo') : t('map.locationerror', { message }),
        cause: CAUSE,
      })
      return null
    }
  }
  return { here: position, busy: isLocating, look }
}
