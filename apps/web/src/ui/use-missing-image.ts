import { useState } from 'react'
import { useOnline } from '#web/kernel/device/online.ts'

/** Whether an image failed to load, so that a fallback is shown. It is tried again when the network returns. */
export const useMissingImage = (src: string | null | undefined): { missing: boolean; onError: () => void } => {
  const attempt = `${src} ${useOnline()}`
  const [failed, setFailed] = useState<string>()
  return { missing: failed === attempt, onError: () => setFailed(attempt) }
}
