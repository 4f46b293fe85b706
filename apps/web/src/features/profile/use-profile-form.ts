import type { Profile, ProfileChange } from '@parvis/contract/profile.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { findDraft, saveDraft } from './profile-draft.ts'
import {
  bodyOf,
  breaksOn,
  draftOf,
  hasSecondPage,
  pageOf,
  type Passwords,
  type ProfileAsk,
  type ProfileDraft,
  type ProfilePage,
} from './profile-form.ts'
import { pseudoQuery } from './profile.queries.ts'
import { usePhoto } from './use-photo.tsx'
import { useTrouble } from './use-trouble.ts'
import { useVerdict } from './use-verdict.ts'

/** The form of the first profile. Every change is stored on the device; `avatar` is the photo stored there. */
export const useProfileForm = (
  userId: string,
  profile: Profile,
  ask: ProfileAsk,
  face: Blob | null,
  onPage: (to: ProfilePage) => void,
) => {
  const queryClient = useQueryClient()
  const [start] = useState(() => findDraft(userId, draftOf(profile)))
  const [draft, setDraft] = useState(start)
  const [passwords, setPasswords] = useState<Passwords>({ newpassword: '', again: '' })
  const [storedPhoto, setStoredPhoto] = useState(profile.photoUri)
  const photo = usePhoto(userId, face)
  const trouble = useTrouble(
    field => field in draft || field in passwords || field === 'photo',
    field => {
      if (hasSecondPage(ask)) onPage(pageOf(field))
    },
  )

  useEffect(() => {
    if (draft !== start) saveDraft(userId, draft)
  }, [userId, draft, start])

  return {
    ...trouble,
    ask,
    draft,
    passwords,
    photo,
    /** The picked photo, or the URL of the stored one. */
    face: photo.photo ?? (storedPhoto && `${storedPhoto}/thumb`),
    verdict: useVerdict(draft.pseudo),
    change: (patch: Partial<ProfileDraft>) => {
      trouble.forgive(...Object.keys(patch))
      setDraft(before => ({ ...before, ...patch }))
    },
    changePassword: (patch: Partial<Passwords>) => {
      trouble.forgive(...Object.keys(patch))
      setPasswords(before => ({ ...before, ...patch }))
    },
    removePhoto: () => {
      void photo.replace(null)
      setStoredPhoto(null)
    },
    /** Shows the broken rules of the first page, up to this one, that has any; true when there are none. */
    holds: async (page: ProfilePage): Promise<boolean> => {
      const first = breaksOn(1, draft, passwords, ask)
      const broken = first.length === 0 && page === 2 ? breaksOn(2, draft, passwords, ask) : first
      if (broken.length > 0) {
        trouble.stumbleOver(broken)
        return false
      }
      // When the nickname cannot be checked now, the server checks it on saving.
      const free = await queryClient.query(pseudoQuery(draft.pseudo.trim())).catch(() => true)
      if (!free) trouble.stumble(new ApiError('pseudoduplicate', 409), 'pseudo')
      return free
    },
    body: (): ProfileChange => ({
      ...bodyOf(draft, passwords, ask),
      ...(profile.photoUri && !storedPhoto && !photo.photo && { photoUri: null }),
    }),
  }
}

export type ProfileForm = ReturnType<typeof useProfileForm>
