import type { Deal } from '@parvis/contract/deals.ts'
import type { Language } from '@parvis/contract/language.ts'
import { useState } from 'react'
import { draftStore, type DraftStore } from '#web/kernel/device/drafts.ts'
import { renewKey, useDraft } from '#web/kernel/device/use-draft.ts'
import { saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { useDraftPhoto } from '#web/kernel/picture/use-draft-photo.ts'
import { type DealDraft, type DealDraftTexts, dealShape, draftOfDeal, isShownText, newDealDraft } from './deal-draft.ts'

export const dealDrafts = (draftKey: string): DraftStore => draftStore('dealdrafts', draftKey)

/** Key of a draft photo in the store that also contains the draft photos of posts, and that log-out clears. */
export const dealPhotoKey = (draftKey: string): string => {
  const [userId, dealId = 'new'] = draftKey.split(' ')
  return `${userId} deal ${dealId}`
}

/** Deletes the stored draft and its photo. */
export const deleteDealDraft = (draftKey: string): void => {
  dealDrafts(draftKey).save(null)
  void saveDraftPhoto(dealPhotoKey(draftKey), null)
}

/** Every change is stored on the device with the photo. Changes by others are applied to untouched fields. */
export const useDealForm = (draftKey: string, storedPhoto: Blob | null, savedDeal: Deal | null) => {
  const [blank] = useState(newDealDraft)
  const form = useDraft<DealDraft>({
    store: dealDrafts(draftKey),
    shape: dealShape,
    current: savedDeal ? draftOfDeal(savedDeal) : blank,
    isShared: savedDeal !== null,
    renew: renewKey,
  })
  const photo = useDraftPhoto(form, storedPhoto, dealPhotoKey(draftKey))
  return {
    ...form,
    ...photo,
    /** The texts that somebody else has changed meanwhile. For all other fields, the edit of this form wins. */
    conflicts: form.conflicts.filter(field => isShownText(field, photo.draft)),
    changeTexts: (language: Language, texts: Partial<DealDraftTexts>) =>
      form.change({ [language]: { ...form.draft[language], ...texts } }),
  }
}
export type DealForm = ReturnType<typeof useDealForm>
