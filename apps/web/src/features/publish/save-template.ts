import { createTemplate, editTemplate, removeTemplate, type Template } from '@parvis/contract/templates.ts'
import { call } from '#web/kernel/http/api.ts'
import { sendWithPhoto } from '#web/kernel/http/upload.ts'
import type { UploadControls } from '#web/kernel/http/use-upload-mutation.ts'
import { templateBody, type TemplateDraft } from './template-draft.ts'

export interface SaveTemplateRequest {
  draft: TemplateDraft
  photo: Blob | null
  /** Id of the edited template; absent for a new one. */
  editedId?: string
}

/** An earlier stored attempt is updated with later edits; if its type has changed, it is removed and created again. */
export const saveTemplate = async (
  { draft, photo, editedId }: SaveTemplateRequest,
  controls: UploadControls,
): Promise<Template> => {
  const options = { ...controls, photo: draft.photo === 'new' ? photo : null }
  const { tmpId: _, type, ...texts } = templateBody(draft)
  const change = (id: string) => sendWithPhoto(editTemplate, { ...options, params: { id }, body: texts })
  const create = (idempotencyKey: string) =>
    sendWithPhoto(createTemplate, { ...options, body: { ...texts, type, tmpId: idempotencyKey } })
  if (editedId) return change(editedId)
  const template = await create(draft.tmpId)
  if (draft.sent !== 'changed') return template
  if (template.type === type) return change(template._id)
  await call(removeTemplate, { params: { id: template._id }, signal: controls.signal })
  return create(`${draft.tmpId} ${type}`)
}
