import { locateDevice, useDevicePosition, GeolocationError } from '#web/kernel/device/geolocation.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { closeToastsByCause, showToast } from '../toasts.ts'

const TOAST_CAUSE = 'whereabouts'

/** `findPosition` locates the device; it shows a toast and returns null on failure. Requires the texts of `map`. */
export const useMyPosition = () => {
  const { t } = useText()
  const { position, isLocating } = useDevicePosition()
  const findPosition = async () => {
    if (isLocating) return null
    closeToastsByCause(TOAST_CAUSE)
    try {
      return await locateDevice()
    } catch (error) {
      if (!(error instanceof GeolocationError)) throw error
      const { denied, message } = error
      showToast({
        kind: denied ? 'info' : 'error',
        text: denied ? t('map.locationinfo') : t('map.locationerror', { message }),
        cause: TOAST_CAUSE,
      })
      return null
    }
  }
  return { here: position, busy: isLocating, findPosition }
}
