import { useEffect, useEffectEvent } from 'react'
import { showToast } from './toasts.ts'

/**
 * Tells whoever leaves a form, cancelled or by another way, that what they began is kept, and takes a discard; once the
 * form is open again the message goes. Null from `begun` where there is nothing to be kept.
 */
export const useSayKept = (begun: () => { text: string; label: string; discard: () => void } | null): void => {
  const find = useEffectEvent(begun)
  useEffect(() => {
    withdraw?.()
    withdraw = undefined
    return () => {
      const kept = find()
      if (kept)
        withdraw = showToast({
          kind: 'info',
          text: kept.text,
          action: { label: kept.label, onClick: kept.discard },
        })
    }
  }, [])
}

let withdraw: (() => void) | undefined
