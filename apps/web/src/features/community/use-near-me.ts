import { useState } from 'react'
import { findWhereabouts, useWhereabouts, WhereaboutsError } from '#web/kernel/device/whereabouts.ts'
import { useText } from '#web/kernel/text/i18n.ts'

export interface NearMe {
  busy: boolean
  /** Why the last attempt failed: `info` when the person refused, `error` when the device failed. */
  trouble: { kind: 'info' | 'error'; text: string } | null
  look: () => void
}

/** Locates the viewer and explains failures by the texts `locationinfo` and `locationerror`. */
export const useNearMe = (): NearMe => {
  const { t } = useText()
  const { busy } = useWhereabouts()
  const [failure, setFailure] = useState<WhereaboutsError | null>(null)
  const look = () => {
    if (busy) return
    setFailure(null)
    findWhereabouts().catch((error: unknown) => {
      if (!(error instanceof WhereaboutsError)) throw error
      setFailure(error)
    })
  }
  return {
    busy,
    trouble:
      failure &&
      (failure.denied
        ? { kind: 'info', text: t('find.locationinfo') }
        : { kind: 'error', text: t('find.locationerror', { message: failure.message }) }),
    look,
  }
}
