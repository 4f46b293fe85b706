import type { Deal } from '@parvis/contract/deals.ts'
import type { Language } from '@parvis/contract/language.ts'
import { useEffect, useState } from 'react'
import { onStored } from '#web/kernel/device/stored.ts'
import { preparePhoto, type PhotoTrouble } from '#web/kernel/picture/prepare-photo.ts'
import { keepDealDraft, keepDealPhoto, keptDealDraft, type BegunDeal } from './deal-draft-store.ts'
import { draftOfDeal, draftOver, isNews, type DealDraft, type DealWords } from './deal-draft.ts'

/**
 * State of the deal form; every change is stored on the device, the photo too. For a `stored` deal, untouched fields
 * follow changes by others.
 */
export const useDealForm = (owner: string, start: BegunDeal, stored: Deal | null) => {
  const over = (one: DealDraft) => (stored ? draftOver(one, draftOfDeal(stored)) : one)
  const isOlder = (one: DealDraft) => stored !== null && isNews(one, draftOfDeal(stored))
  const [draft, setDraft] = useState(() => over(start.draft))
  const [photo, setPhoto] = useState(start.photo)
  const [hasNews, setHasNews] = useState(() => isOlder(start.draft))
  const [version, setVersion] = useState(stored?.version)
  if (stored && stored.version !== version) {
    setVersion(stored.version)
    setHasNews(hasNews || isOlder(draft))
    setDraft(over(draft))
  }
  const [preparing, setPreparing] = useState(false)
  const [photoTrouble, setPhotoTrouble] = useState<PhotoTrouble | null>(null)
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    if (touched) keepDealDraft(owner, draft)
  }, [owner, draft, touched])
  // Another tab has sent this draft: what is written here becomes another deal.
  useEffect(
    () =>
      onStored('dealdrafts', () => {
        if (!keptDealDraft(owner)) setDraft(before => ({ ...before, tmpId: crypto.randomUUID(), sent: undefined }))
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
    /** Somebody else has changed the deal since the form was opened. */
    hasNews,
    preparing,
    photoTrouble,
    touched,
    change,
    write: (language: Language, words: Partial<DealWords>) => change({ [language]: { ...draft[language], ...words } }),
    pick: async (file: File) => {
      setPreparing(true)
      const prepared = await preparePhoto(file)
      setPreparing(false)
      setPhotoTrouble(prepared.trouble ?? null)
      if (!prepared.photo) return
      setPhoto(prepared.photo)
      change({ photo: 'new' })
      await keepDealPhoto(owner, prepared.photo)
    },
    removePhoto: () => {
      setPhoto(null)
      setPhotoTrouble(null)
      change({ photo: 'none' })
      void keepDealPhoto(owner, null)
    },
  }
}
export type DealForm = ReturnType<typeof useDealForm>
