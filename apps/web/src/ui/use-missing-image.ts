import { useState } from 'react'
import { useOnline } from '#web/kernel/device/online.ts'

/** Whether an image failed to load, so that a fallback replaces it. It is retried when the network returns. */
export const useMissingImage = (src: string | null | undefined): { missing: boolean; onError: () => void } => {
  const attempt = `${src} ${useOnline()}`
  const [failed, setFailed] = useState<string>()
  return { missing: failed === attempt, onError: () => setFailed(attempt) }
}
