import type { Template } from '@parvis/contract/templates.ts'
import { useQueryClient } from '@tanstack/react-query'
import { isAborted } from '#web/kernel/http/aborted.ts'
import { useUploadMutation } from '#web/kernel/http/use-upload-mutation.ts'
import { isAtCamera } from '#web/kernel/picture/taken-photo.ts'
import { useIsMounted } from '#web/kernel/screen/use-is-mounted.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { useDraftSavedToast } from '#web/ui/use-draft-saved-toast.ts'
import { templateDrafts } from './template-draft.ts'
import { saveTemplate } from './save-template.ts'
import { templateKeys } from './templates.queries.ts'

export interface TemplateSavingOptions {
  draftOwner: string
  isTouched: boolean
  /** Whether the template exists already. */
  isEdited: boolean
  onSaved: (template: Template) => void
  onError: (error: unknown) => void
}

/** Saves the template. Shows a toast if the author leaves the form and a draft remains on the device. */
export const useTemplateSaving = ({ draftOwner, isTouched, isEdited, onSaved, onError }: TemplateSavingOptions) => {
  const { t, explain } = useText()
  const queryClient = useQueryClient()
  const isMounted = useIsMounted()
  useDraftSavedToast(() =>
    isTouched && !saving.isPending && !isAtCamera('template') && templateDrafts(draftOwner).load()
      ? {
          text: t('publish.draft.kept'),
          label: t('publish.draft.discard'),
          discard: () => templateDrafts(draftOwner).save(null),
        }
      : null,
  )
  const saving = useUploadMutation({
    mutationFn: saveTemplate,
    onSuccess: template => {
      void queryClient.invalidateQueries({ queryKey: templateKeys.all })
      templateDrafts(draftOwner).save(null)
      showToast({ text: t(isEdited ? 'templates.form.changed' : 'templates.form.saved') })
      if (isMounted.current) onSaved(template)
    },
    onError: error => {
      if (!isMounted.current) showToast({ kind: 'error', text: t('templates.failed.left', { why: explain(error) }) })
      else if (isAborted(error)) showToast({ kind: 'info', text: t('publish.stopped') })
      else onError(error)
    },
  })
  return saving
}
