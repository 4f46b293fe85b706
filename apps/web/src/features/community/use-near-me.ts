import { useState } from 'react'
import { locateDevice, useDevicePosition, GeolocationError } from '#web/kernel/device/geolocation.ts'
import { useText } from '#web/kernel/text/i18n.ts'

export interface LocateViewer {
  busy: boolean
  /** Why the last attempt failed: `info` when the person denied access, `error` when the device failed. */
  error: { kind: 'info' | 'error'; text: string } | null
  locate: () => void
}

/** Locates the viewer and explains failures by the texts `locationinfo` and `locationerror`. */
export const useLocateViewer = (): LocateViewer => {
  const { t } = useText()
  const { isLocating } = useDevicePosition()
  const [failure, setFailure] = useState<GeolocationError | null>(null)
  const locate = () => {
    if (isLocating) return
    setFailure(null)
    locateDevice().catch((error: unknown) => {
      if (!(error instanceof GeolocationError)) throw error
      setFailure(error)
    })
  }
  return {
    busy: isLocating,
    error:
      failure &&
      (failure.denied
        ? { kind: 'info', text: t('find.locationinfo') }
        : { kind: 'error', text: t('find.locationerror', { message: failure.message }) }),
    locate,
  }
}
