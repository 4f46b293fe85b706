import { useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { validateTemplateDraft, type TemplateDraft } from './template-draft.ts'

const validatedFields = ['name', 'description', 'youtubeVideoId', 'categoryId', 'category']
const fields = [...validatedFields, 'channelId', 'files', 'photoUri']

/** The error of the template form. `submitCount` counts the failed submissions: a repeated error is announced again. */
export const useTemplateErrors = (draft: TemplateDraft) => {
  const { explain } = useText()
  const [saveError, setSaveError] = useState<{ error: unknown; field: string | undefined } | null>(null)
  const [submitCount, setSubmitCount] = useState(0)
  const isFixed =
    saveError?.error instanceof ApiError &&
    saveError.error.status === 400 &&
    saveError.field !== undefined &&
    validateTemplateDraft(draft)?.field !== saveError.field &&
    validatedFields.includes(saveError.field)
  return {
    submitCount,
    /** Text of the error if it is not about a field; null otherwise. */
    formError: saveError && !fields.includes(saveError.field ?? '') ? explain(saveError.error) : null,
    /** The text of the error if it is about one of these fields, else null. */
    errorOf: (...names: string[]) =>
      saveError?.field && names.includes(saveError.field) && !isFixed ? explain(saveError.error) : null,
    clearError: () => setSaveError(null),
    showError: (error: unknown) => {
      setSaveError({ error, field: error instanceof ApiError ? error.field : undefined })
      setSubmitCount(before => before + 1)
    },
  }
}

export type TemplateErrors = ReturnType<typeof useTemplateErrors>
