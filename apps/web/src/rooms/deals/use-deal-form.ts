import type { Language } from '@parvis/contract/language.ts'
import { useEffect, useState } from 'react'
import { onStored } from '#web/kernel/device/stored.ts'
import { preparePhoto, type PhotoTrouble } from '#web/kernel/picture/prepare-photo.ts'
import { keepDealDraft, keptDealDraft } from './deal-draft-store.ts'
import type { DealDraft, DealWords } from './deal-draft.ts'

/** What is written of a deal, remembered on the device with every change; its photo as long as the form is there. */
export const useDealForm = (owner: string, start: DealDraft) => {
  const [draft, setDraft] = useState(start)
  const [photo, setPhoto] = useState<Blob | null>(null)
  const [preparing, setPreparing] = useState(false)
  const [photoTrouble, setPhotoTrouble] = useState<PhotoTrouble | null>(null)
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    if (touched) keepDealDraft(owner, draft)
  }, [owner, draft, touched])
  // another tab has saved it under this name: what is written here is another deal
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
    preparing,
    photoTrouble,
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
    },
    removePhoto: () => {
      setPhoto(null)
      setPhotoTrouble(null)
      change({ photo: 'none' })
    },
  }
}
export type DealForm = ReturnType<typeof useDealForm>
