import { useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { validateTemplateDraft, type TemplateDraft } from './template-draft.ts'

const validatedFields = ['name', 'description', 'youtubeVideoId', 'categoryId', 'category']
const fields = [...validatedFields, 'channelId', 'files', 'photoUri']

/** The error of the template form. `attempt` counts the errors, so that the same one is announced again. */
export const useTemplateErrors = (draft: TemplateDraft) => {
  const { explain } = useText()
  const [saveError, setSaveError] = useState<{ error: unknown; field: string | undefined } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const isFixed =
    saveError?.error instanceof ApiError &&
    saveError.error.status === 400 &&
    saveError.field !== undefined &&
    validateTemplateDraft(draft)?.field !== saveError.field &&
    validatedFields.includes(saveError.field)
  return {
    attempt,
    /** The error that belongs to no field. */
    formError: saveError && !fields.includes(saveError.field ?? '') ? explain(saveError.error) : null,
    /** The error of the first of these fields that has one. */
    errorOf: (...names: string[]) =>
      saveError?.field && names.includes(saveError.field) && !isFixed ? explain(saveError.error) : null,
    clear: () => setSaveError(null),
    show: (error: unknown) => {
      setSaveError({ error, field: error instanceof ApiError ? error.field : undefined })
      setAttempt(before => before + 1)
    },
  }
}

export type TemplateErrors = ReturnType<typeof useTemplateErrors>
