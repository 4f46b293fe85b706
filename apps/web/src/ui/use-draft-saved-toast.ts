import { useEffect, useEffectEvent } from 'react'
import { showToast } from './toasts.ts'

/** Shown when a form with a draft is left, until it is opened again. `findDraft` returns null without a draft. */
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
