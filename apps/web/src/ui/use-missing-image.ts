import { useState } from 'react'
import { useOnline } from '#web/kernel/device/online.ts'

/** Whether an image failed to load, so that a fallback replaces it. Loading is retried when the network returns. */
export const useMissingImage = (src: string | null | undefined): { missing: boolean; onError: () => void } => {
  const loadAttempt = `${src} ${useOnline()}`
  const [failedAttempt, setFailedAttempt] = useState<string>()
  return { missing: failedAttempt === loadAttempt, onError: () => setFailedAttempt(loadAttempt) }
}
