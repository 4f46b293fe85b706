import { useState } from 'react'
import { useOnline } from '#web/kernel/device/online.ts'

/**
 * Whether a picture could not be had, so that something else is drawn. It is asked for again when the network comes
 * back.
 */
export const useMissingImage = (src: string | null | undefined): { missing: boolean; onError: () => void } => {
  const attempt = `${src} ${useOnline()}`
  const [failed, setFailed] = useState<string>()
  return { missing: failed === attempt, onError: () => setFailed(attempt) }
}
