import { useState, type RefObject } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { validateDraft, type PostDraft } from './post-draft.ts'
import type { PostError, PostField } from './publish-errors.ts'

/** The error of the post form. `attempt` counts the errors, so that the same one is announced again. */
export const usePostErrors = (draft: PostDraft, attachGroup: RefObject<HTMLElement | null>) => {
  const { explain } = useText()
  const [formError, setFormError] = useState<PostError | null>(null)
  const [attempt, setAttempt] = useState(0)
  const isFixed = formError?.rule !== undefined && validateDraft(draft)?.key !== formError.rule
  const clear = () => setFormError(null)
  return {
    attempt,
    /** The error that belongs to no field. */
    formError: formError?.place === 'form' ? formError.error : null,
    errorOf: (field: PostField) => (formError?.place === field && !isFixed ? explain(formError.error) : null),
    clear,
    /** Clears the error because of an event that is announced instead. */
    startOver: () => {
      clear()
      setAttempt(before => before + 1)
    },
    show: (next: PostError) => {
      setFormError(next)
      setAttempt(before => before + 1)
      // Other fields scroll their error into view themselves.
      if (next.place === 'photo') requestAnimationFrame(() => attachGroup.current?.focus())
    },
  }
}

export type PostErrors = ReturnType<typeof usePostErrors>
