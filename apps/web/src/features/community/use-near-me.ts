import { useState } from 'react'
import { findWhereabouts, useWhereabouts, WhereaboutsError } from '#web/kernel/device/whereabouts.ts'
import { useText } from '#web/kernel/text/i18n.ts'

export interface NearMe {
  busy: boolean
  /** Why the last try found nothing: an info where its owner said no, an error where the device failed. */
  trouble: { kind: 'info' | 'error'; text: string } | null
  look: () => void
}

/** Finds the reader, and says why it did not: `locationinfo` and `locationerror` of the catalogue. */
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
