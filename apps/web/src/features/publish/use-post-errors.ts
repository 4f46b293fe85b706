import { useState, type RefObject } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { validateDraft, type PostDraft } from './post-draft.ts'
import type { PostError, PostField } from './publish-errors.ts'

/** The error of the post form. `submitCount` counts the failed submissions, so that a repeated error is announced. */
export const usePostErrors = (draft: PostDraft, attachGroup: RefObject<HTMLElement | null>) => {
  const { explain } = useText()
  const [formError, setFormError] = useState<PostError | null>(null)
  const [submitCount, setSubmitCount] = useState(0)
  const isFixed = formError?.rule !== undefined && validateDraft(draft)?.key !== formError.rule
  const clearError = () => setFormError(null)
  return {
    submitCount,
    /** The error if it is not about a field; null otherwise. */
    formError: formError?.place === 'form' ? formError.error : null,
    errorOf: (field: PostField) => (formError?.place === field && !isFixed ? explain(formError.error) : null),
    clearError,
    /** Clears the error, and counts a submission so that the notice about the deleted post is announced. */
    clearForDeletedPost: () => {
      clearError()
      setSubmitCount(before => before + 1)
    },
    showError: (next: PostError) => {
      setFormError(next)
      setSubmitCount(before => before + 1)
      // Other fields scroll their error into view themselves.
      if (next.place === 'photo') requestAnimationFrame(() => attachGroup.current?.focus())
    },
  }
}

export type PostErrors = ReturnType<typeof usePostErrors>
