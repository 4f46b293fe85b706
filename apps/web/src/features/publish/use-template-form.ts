import type { Language } from '@parvis/contract/language.ts'
import { renewKey, useDraft } from '#web/kernel/device/use-draft.ts'
import { useDraftPhoto } from '#web/kernel/picture/use-draft-photo.ts'
import { type TemplateDraft, templateDrafts, templateShape, type TemplateDraftTexts } from './template-draft.ts'

/** State of the template form; every change is stored on the device, except the photo. */
export const useTemplateForm = (owner: string, current: TemplateDraft) => {
  const form = useDraft<TemplateDraft>({ store: templateDrafts(owner), shape: templateShape, current, renew: renewKey })
  return {
    ...form,
    ...useDraftPhoto(form, null),
    write: (language: Language, texts: Partial<TemplateDraftTexts>) =>
      form.change({ [language]: { ...form.draft[language], ...texts } }),
  }
}
