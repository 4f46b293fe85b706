import { useEffect, useState } from 'react'
import type { Language } from '@parvis/contract/language.ts'
import { preparePhoto, type PhotoError } from '#web/kernel/picture/prepare-photo.ts'
import { onStoredChange } from '#web/kernel/device/stored.ts'
import { findTemplateDraft, saveTemplateDraft } from './template-draft-store.ts'
import type { TemplateDraft, TemplateDraftTexts } from './template-draft.ts'

/** State of the template form; every change is stored on the device, except the photo. */
export const useTemplateForm = (owner: string, start: TemplateDraft) => {
  const [draft, setDraft] = useState(start)
  const [photo, setPhoto] = useState<Blob | null>(null)
  const [preparing, setPreparing] = useState(false)
  const [photoError, setPhotoError] = useState<PhotoError | null>(null)
  const [isTouched, setIsTouched] = useState(false)
  useEffect(() => {
    if (isTouched) saveTemplateDraft(owner, draft)
  }, [owner, draft, isTouched])
  // Another tab has saved the template with this idempotency key, so this form gets a new key.
  useEffect(
    () =>
      onStoredChange('templatedrafts', () => {
        if (!findTemplateDraft(owner)) setDraft(before => ({ ...before, tmpId: crypto.randomUUID(), sent: undefined }))
      }),
    [owner],
  )
  const change = (patch: Partial<TemplateDraft>) => {
    setIsTouched(true)
    setDraft(before => ({ ...before, ...(before.sent && { sent: 'changed' }), ...patch }))
  }
  return {
    draft,
    photo,
    preparing,
    photoError,
    isTouched,
    change,
    write: (language: Language, texts: Partial<TemplateDraftTexts>) =>
      change({ [language]: { ...draft[language], ...texts } }),
    pick: async (file: File) => {
      setPreparing(true)
      const prepared = await preparePhoto(file)
      setPreparing(false)
      setPhotoError(prepared.trouble ?? null)
      if (!prepared.photo) return
      setPhoto(prepared.photo)
      change({ photo: 'new' })
    },
    removePhoto: () => {
      setPhoto(null)
      setPhotoError(null)
      change({ photo: 'none' })
    },
  }
}
