import type { Deal } from '@parvis/contract/deals.ts'
import type { Language } from '@parvis/contract/language.ts'
import { useEffect, useState } from 'react'
import { onStoredChange } from '#web/kernel/device/stored.ts'
import { preparePhoto, type PhotoError } from '#web/kernel/picture/prepare-photo.ts'
import { saveDealDraft, saveDealPhoto, storedDealDraft, type SavedDealDraft } from './deal-draft-store.ts'
import { draftOfDeal, rebaseDraft, hasForeignChanges, type DealDraft, type DealDraftTexts } from './deal-draft.ts'

/** Every change is stored on the device with the photo. Changes by others are applied to untouched fields. */
export const useDealForm = (draftKey: string, initialDraft: SavedDealDraft, savedDeal: Deal | null) => {
  const rebase = (dealDraft: DealDraft) => (savedDeal ? rebaseDraft(dealDraft, draftOfDeal(savedDeal)) : dealDraft)
  const isOutdated = (dealDraft: DealDraft) =>
    savedDeal !== null && hasForeignChanges(dealDraft, draftOfDeal(savedDeal))
  const [draft, setDraft] = useState(() => rebase(initialDraft.draft))
  const [photo, setPhoto] = useState(initialDraft.photo)
  const [isChangedByOthers, setChangedByOthers] = useState(() => isOutdated(initialDraft.draft))
  const [version, setVersion] = useState(savedDeal?.version)
  if (savedDeal && savedDeal.version !== version) {
    setVersion(savedDeal.version)
    setChangedByOthers(isChangedByOthers || isOutdated(draft))
    setDraft(rebase(draft))
  }
  const [isPreparingPhoto, setPreparing] = useState(false)
  const [photoError, setPhotoError] = useState<PhotoError | null>(null)
  const [isTouched, setTouched] = useState(false)
  useEffect(() => {
    if (isTouched) saveDealDraft(draftKey, draft)
  }, [draftKey, draft, isTouched])
  // When another tab has sent this draft, this form gets a new idempotency key, so that it creates another deal.
  useEffect(
    () =>
      onStoredChange('dealdrafts', () => {
        if (!storedDealDraft(draftKey)) setDraft(before => ({ ...before, tmpId: crypto.randomUUID(), sent: undefined }))
      }),
    [draftKey],
  )
  const changeDraft = (patch: Partial<DealDraft>) => {
    setTouched(true)
    setDraft(before => ({ ...before, ...(before.sent && { sent: 'changed' }), ...patch }))
  }
  return {
    draft,
    photo,
    /** Whether somebody else has changed the deal since the form was opened. */
    hasForeignChanges: isChangedByOthers,
    isPreparingPhoto,
    photoError,
    isTouched,
    changeDraft,
    changeTexts: (language: Language, texts: Partial<DealDraftTexts>) =>
      changeDraft({ [language]: { ...draft[language], ...texts } }),
    pickPhoto: async (file: File) => {
      setPreparing(true)
      const prepared = await preparePhoto(file)
      setPreparing(false)
      setPhotoError(prepared.trouble ?? null)
      if (!prepared.photo) return
      setPhoto(prepared.photo)
      changeDraft({ photo: 'new' })
      await saveDealPhoto(draftKey, prepared.photo)
    },
    removePhoto: () => {
      setPhoto(null)
      setPhotoError(null)
      changeDraft({ photo: 'none' })
      void saveDealPhoto(draftKey, null)
    },
  }
}
export type DealForm = ReturnType<typeof useDealForm>
