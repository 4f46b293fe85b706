import { useEffect, useState } from 'react'
import type { Language } from '@parvis/contract/language.ts'
import { preparePhoto, type PhotoTrouble } from '#web/kernel/picture/prepare-photo.ts'
import { onStored } from '#web/kernel/device/stored.ts'
import { findTemplateDraft, keepTemplateDraft } from './template-draft-store.ts'
import type { TemplateDraft, TemplateWords } from './template-draft.ts'

/** The draft of a template, stored on the device with every change; its photo is kept only while the form is open. */
export const useTemplateForm = (owner: string, start: TemplateDraft) => {
  const [draft, setDraft] = useState(start)
  const [photo, setPhoto] = useState<Blob | null>(null)
  const [preparing, setPreparing] = useState(false)
  const [photoTrouble, setPhotoTrouble] = useState<PhotoTrouble | null>(null)
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    if (touched) keepTemplateDraft(owner, draft)
  }, [owner, draft, touched])
  // Another tab has saved the template with this idempotency key, so what is written here is another template.
  useEffect(
    () =>
      onStored('templatedrafts', () => {
        if (!findTemplateDraft(owner)) setDraft(before => ({ ...before, tmpId: crypto.randomUUID(), sent: undefined }))
      }),
    [owner],
  )
  const change = (patch: Partial<TemplateDraft>) => {
    setTouched(true)
    setDraft(before => ({ ...before, ...(before.sent && { sent: 'changed' }), ...patch }))
  }
  return {
    draft,
    photo,
    preparing,
    photoTrouble,
    touched,
    change,
    write: (language: Language, words: Partial<TemplateWords>) =>
      change({ [language]: { ...draft[language], ...words } }),
    pick: async (file: File) => {
      setPreparing(true)
      const prepared = await preparePhoto(file)
      setPreparing(false)
      setPhotoTrouble(prepared.trouble ?? null)
      if (!prepared.photo) return
      setPhoto(prepared.photo)
      change({ photo: 'new' })
    },
    removePhoto: () => {
      setPhoto(null)
      setPhotoTrouble(null)
      change({ photo: 'none' })
    },
  }
}
