import { findWhereabouts, useWhereabouts, WhereaboutsError } from '#web/kernel/device/whereabouts.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { endToast, showToast } from '../toasts.ts'

const CAUSE = 'whereabouts'

/**
 * The user's position once they have asked for it. Failures are shown in a toast: an info if the permission was denied,
 * an error if the device failed. Needs the texts of `map`.
 */
export const useMyPlace = () => {
  const { t } = useText()
  const { here, busy } = useWhereabouts()
  const look = async () => {
    if (busy) return null
    endToast(CAUSE)
    try {
      return await findWhereabouts()
    } catch (error) {
      if (!(error instanceof WhereaboutsError)) throw error
      const { denied, message } = error
      showToast({
        kind: denied ? 'info' : 'error',
        text: denied ? t('map.locationinfo') : t('map.locationerror', { message }),
        cause: CAUSE,
      })
      return null
    }
  }
  return { here, busy, look }
}
