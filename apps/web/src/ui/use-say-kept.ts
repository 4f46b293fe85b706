import { useEffect, useEffectEvent } from 'react'
import { showToast } from './toasts.ts'

/**
 * When a form is left with unsaved input, shows a toast that it is stored as a draft, with an action to discard it; the
 * toast closes when the form is opened again. `findDraft` returns null if there is nothing to keep.
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
