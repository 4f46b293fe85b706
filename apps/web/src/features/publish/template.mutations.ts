import { createTemplate, editTemplate, removeTemplate, type Template } from '@parvis/contract/templates.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '#web/kernel/http/api.ts'
import { upload } from '#web/kernel/http/upload.ts'
import { templateBody, type TemplateDraft } from './template-draft.ts'
import { templateKeys } from './templates.queries.ts'

interface SaveRequest {
  draft: TemplateDraft
  photo: Blob | null
  /** Id of the edited template; absent for a new one. */
  editedId?: string
  signal: AbortSignal
  onProgress: (done: number) => void
}

/** An earlier stored attempt is updated with later edits; if its type has changed, it is removed and created again. */
const save = async ({ draft, photo, editedId, signal, onProgress }: SaveRequest): Promise<Template> => {
  const files = draft.photo === 'new' && photo ? [new File([photo], 'photo.jpg', { type: photo.type })] : []
  const { tmpId: _, type, ...texts } = templateBody(draft)
  const change = (id: string) =>
    files.length > 0
      ? upload(editTemplate, { params: { id }, body: texts, files, signal, onProgress })
      : call(editTemplate, { params: { id }, body: texts, signal })
  const create = (idempotencyKey: string) => {
    const body = { ...texts, type, tmpId: idempotencyKey }
    return files.length > 0
      ? upload(createTemplate, { body, files, signal, onProgress })
      : call(createTemplate, { body, signal })
  }
  if (editedId) return change(editedId)
  const template = await create(draft.tmpId)
  if (draft.sent !== 'changed') return template
  if (template.type === type) return change(template._id)
  await call(removeTemplate, { params: { id: template._id }, signal })
  return create(`${draft.tmpId} ${type}`)
}

export interface SaveCallbacks {
  onSaved: (template: Template) => void
  onFailed: (error: unknown) => void
}

export const useSaveTemplate = ({ onSaved, onFailed }: SaveCallbacks) => {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<number | null>(null)
  const abort = useRef<AbortController>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (request: Pick<SaveRequest, 'draft' | 'photo' | 'editedId'>) => {
      abort.current = new AbortController()
      return save({ ...request, signal: abort.current.signal, onProgress: setProgress })
    },
    onSuccess: template => {
      void queryClient.invalidateQueries({ queryKey: templateKeys.all })
      onSaved(template)
    },
    onError: onFailed,
    onSettled: () => setProgress(null),
  })
  return { save: mutate, isSaving: isPending, progress, abortSave: () => abort.current?.abort() }
}
