import type { Deal } from '@parvis/contract/deals.ts'
import type { Language } from '@parvis/contract/language.ts'
import { useEffect, useState } from 'react'
import { onStoredChange } from '#web/kernel/device/stored.ts'
import { preparePhoto, type PhotoError } from '#web/kernel/picture/prepare-photo.ts'
import { saveDealDraft, saveDealPhoto, storedDealDraft, type SavedDealDraft } from './deal-draft-store.ts'
import { draftOfDeal, rebaseDraft, hasForeignChanges, type DealDraft, type DealDraftTexts } from './deal-draft.ts'

/**
 * State of the deal form. Every change is stored on the device, with the photo. For a `stored` deal, untouched fields
 * take over changes by others.
 */
export const useDealForm = (owner: string, start: SavedDealDraft, stored: Deal | null) => {
  const rebase = (one: DealDraft) => (stored ? rebaseDraft(one, draftOfDeal(stored)) : one)
  const isOutdated = (one: DealDraft) => stored !== null && hasForeignChanges(one, draftOfDeal(stored))
  const [draft, setDraft] = useState(() => rebase(start.draft))
  const [photo, setPhoto] = useState(start.photo)
  const [isChangedByOthers, setChangedByOthers] = useState(() => isOutdated(start.draft))
  const [version, setVersion] = useState(stored?.version)
  if (stored && stored.version !== version) {
    setVersion(stored.version)
    setChangedByOthers(isChangedByOthers || isOutdated(draft))
    setDraft(rebase(draft))
  }
  const [preparing, setPreparing] = useState(false)
  const [photoError, setPhotoError] = useState<PhotoError | null>(null)
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    if (touched) saveDealDraft(owner, draft)
  }, [owner, draft, touched])
  // Another tab has sent this draft, so this form gets a new idempotency key and becomes another deal.
  useEffect(
    () =>
      onStoredChange('dealdrafts', () => {
        if (!storedDealDraft(owner)) setDraft(before => ({ ...before, tmpId: crypto.randomUUID(), sent: undefined }))
      }),
    [owner],
  )
  const change = (patch: Partial<DealDraft>) => {
    setTouched(true)
    setDraft(before => ({ ...before, ...(before.sent && { sent: 'changed' }), ...patch }))
  }
  return {
    draft,
    photo,
    /** Whether somebody else has changed the deal since the form was opened. */
    hasForeignChanges: isChangedByOthers,
    preparing,
    photoError,
    touched,
    change,
    write: (language: Language, texts: Partial<DealDraftTexts>) =>
      change({ [language]: { ...draft[language], ...texts } }),
    pick: async (file: File) => {
      setPreparing(true)
      const prepared = await preparePhoto(file)
      setPreparing(false)
      setPhotoError(prepared.trouble ?? null)
      if (!prepared.photo) return
      setPhoto(prepared.photo)
      change({ photo: 'new' })
      await saveDealPhoto(owner, prepared.photo)
    },
    removePhoto: () => {
      setPhoto(null)
      setPhotoError(null)
      change({ photo: 'none' })
      void saveDealPhoto(owner, null)
    },
  }
}
export type DealForm = ReturnType<typeof useDealForm>
