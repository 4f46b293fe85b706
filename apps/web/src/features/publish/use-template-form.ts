import { useEffect, useState } from 'react'
import type { Language } from '@parvis/contract/language.ts'
import { onStoredChange } from '#web/kernel/device/stored.ts'
import { findTemplateDraft, saveTemplateDraft } from './template-draft-store.ts'
import type { TemplateDraft, TemplateDraftTexts } from './template-draft.ts'
import { useDraftPhoto } from './use-draft-photo.ts'

/** State of the template form; every change is stored on the device, except the photo. */
export const useTemplateForm = (owner: string, start: TemplateDraft) => {
  const [draft, setDraft] = useState(start)
  const [isTouched, setIsTouched] = useState(false)
  useEffect(() => {
    if (isTouched) saveTemplateDraft(owner, draft)
  }, [owner, draft, isTouched])
  // When another tab has saved the template with this idempotency key, this form uses a new key.
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
  const photo = useDraftPhoto(null, change)
  return {
    draft,
    isTouched,
    change,
    write: (language: Language, texts: Partial<TemplateDraftTexts>) =>
      change({ [language]: { ...draft[language], ...texts } }),
    ...photo,
  }
}
