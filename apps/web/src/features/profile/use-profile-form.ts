import type { Profile, ProfileChange } from '@parvis/contract/profile.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraft } from '#web/kernel/device/use-draft.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { firstProfileDrafts } from './profile-draft.ts'
import {
  bodyOf,
  findPageErrors,
  draftOf,
  hasSecondPage,
  pageOf,
  profileShape,
  type Passwords,
  type ProfileRequirements,
  type ProfileDraft,
  type ProfilePage,
} from './profile-form.ts'
import { isPseudoFree } from './profile.queries.ts'
import { useProfilePhoto } from './use-photo.tsx'
import { useFormErrors } from './use-form-errors.ts'
import { usePseudoAvailability } from './use-pseudo-availability.ts'

const useFirstProfileDraft = (userId: string, profile: Profile) =>
  useDraft<ProfileDraft>({ store: firstProfileDrafts(userId), shape: profileShape, current: draftOf(profile) })

/** The errors of page 1 or, when page 1 has no errors, those of `page`. */
const findErrorsUpTo = (page: ProfilePage, ...input: [ProfileDraft, Passwords, ProfileRequirements]) => {
  const firstPageErrors = findPageErrors(1, ...input)
  return firstPageErrors.length === 0 && page === 2 ? findPageErrors(2, ...input) : firstPageErrors
}

/** The form of the first profile. Every change is stored on the device; `avatar` is the picked photo stored there. */
export const useProfileForm = (
  userId: string,
  profile: Profile,
  requirements: ProfileRequirements,
  avatar: Blob | null,
  onPageChange: (to: ProfilePage) => void,
) => {
  const queryClient = useQueryClient()
  const { draft, change } = useFirstProfileDraft(userId, profile)
  const [passwords, setPasswords] = useState<Passwords>({ newpassword: '', again: '' })
  const [storedPhoto, setStoredPhoto] = useState(profile.photoUri)
  const photo = useProfilePhoto(userId, avatar)
  const formErrors = useFormErrors(
    field => field in draft || field in passwords || field === 'photo',
    field => {
      if (hasSecondPage(requirements)) onPageChange(pageOf(field))
    },
  )

  return {
    ...formErrors,
    requirements,
    draft,
    passwords,
    photo,
    /** The picked photo, or the URL of the stored one. */
    avatar: photo.photo ?? (storedPhoto && `${storedPhoto}/thumb`),
    verdict: usePseudoAvailability(draft.pseudo),
    change: (patch: Partial<ProfileDraft>) => {
      formErrors.clearFieldErrors(...Object.keys(patch))
      change(patch)
    },
    changePassword: (patch: Partial<Passwords>) => {
      formErrors.clearFieldErrors(...Object.keys(patch))
      setPasswords(before => ({ ...before, ...patch }))
    },
    removePhoto: () => {
      void photo.replace(null)
      setStoredPhoto(null)
    },
    /** Shows the errors of page 1 or, when page 1 has none, those of `page`; returns true when there are no errors. */
    validate: async (page: ProfilePage): Promise<boolean> => {
      const errors = findErrorsUpTo(page, draft, passwords, requirements)
      if (errors.length > 0) {
        formErrors.showErrors(errors)
        return false
      }
      const isFree = await isPseudoFree(queryClient, draft.pseudo.trim())
      if (!isFree) formErrors.showError(new ApiError('pseudoduplicate', 409), 'pseudo')
      return isFree
    },
    body: (): ProfileChange => ({
      ...bodyOf(draft, passwords, requirements),
      ...(profile.photoUri && !storedPhoto && !photo.photo && { photoUri: null }),
    }),
  }
}

export type ProfileForm = ReturnType<typeof useProfileForm>
