import type { Profile, ProfileChange } from '@parvis/contract/profile.ts'
import { useState } from 'react'
import { useDraft } from '#web/kernel/device/use-draft.ts'
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
import { useProfilePhoto } from './use-photo.tsx'
import { useProfileErrors } from './use-profile-errors.ts'
import { usePseudoAvailability } from './use-pseudo-availability.ts'

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
  const { draft, change } = useDraft<ProfileDraft>({
    store: firstProfileDrafts(userId),
    shape: profileShape,
    current: draftOf(profile),
  })
  const [passwords, setPasswords] = useState<Passwords>({ newpassword: '', again: '' })
  const [storedPhoto, setStoredPhoto] = useState(profile.photoUri)
  const photo = useProfilePhoto(userId, avatar)
  const formErrors = useProfileErrors([...Object.keys(draft), ...Object.keys(passwords)], field => {
    if (hasSecondPage(requirements)) onPageChange(pageOf(field))
  })

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
    validate: (page: ProfilePage): Promise<boolean> =>
      formErrors.checkInput(findErrorsUpTo(page, draft, passwords, requirements), draft.pseudo),
    body: (): ProfileChange => ({
      ...bodyOf(draft, passwords, requirements),
      ...(profile.photoUri && !storedPhoto && !photo.photo && { photoUri: null }),
    }),
  }
}

export type ProfileForm = ReturnType<typeof useProfileForm>
