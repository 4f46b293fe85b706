import { useEffect, useEffectEvent } from 'react'
import { showToast } from './toasts.ts'

/**
 * When a form is left with unsaved input, shows a toast that a draft is stored, with an action to discard it; the toast
 * closes when the form is opened again. `findDraft` returns null if there is no draft.
 */
export const useDraftSavedToast = (
  findDraft: () => { text: string; label: string; discard: () => void } | null,
): void => {
  const getDraft = useEffectEvent(findDraft)
  useEffect(() => {
    closePreviousToast?.()
    closePreviousToast = undefined
    return () => {
      const draft = getDraft()
      if (draft)
        closePreviousToast = showToast({
          kind: 'info',
          text: draft.text,
          action: { label: draft.label, onClick: draft.discard },
        })
    }
  }, [])
}

let closePreviousToast: (() => void) | undefined
