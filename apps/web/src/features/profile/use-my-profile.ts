import type { Profile } from '@parvis/contract/profile.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveDraft, loadDraft } from '#web/kernel/device/drafts.ts'
import { isDeepEqual, applyEdits, parseEdits } from '#web/kernel/device/form-edits.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { isAtCamera } from '#web/kernel/picture/taken-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { useDraftSavedToast } from '#web/ui/use-draft-saved-toast.ts'
import {
  findMyProfileErrors,
  changesOf,
  draftOf,
  hasMoved,
  isFieldValue,
  type MyProfileRequirements,
  type MyProfileDraft,
  stayChangesOf,
  removesBirthDate,
} from './my-profile.ts'
import { savePickedPhoto } from './profile-draft.ts'
import { isPseudoFree } from './profile.queries.ts'
import { removePendingProfile, usePendingProfile, findPendingProfile } from './pending-profile.ts'
import { useFormErrors } from './use-form-errors.ts'
import { noConfirmations, noPasswords, type ProfileInput, useProfileInput } from './use-profile-input.ts'
import { usePseudoAvailability } from './use-pseudo-availability.ts'

/**
 * Whether something was saved elsewhere since the form was opened; changes saved here, or sent later from here, do not
 * count.
 */
const useRemoteChanges = (stored: MyProfileDraft, isPending: boolean) => {
  const [lastStored, setLastStored] = useState(stored)
  const [hasRemoteChanges, setHasRemoteChanges] = useState(false)
  const [isOwnSave, setIsOwnSave] = useState(false)
  if (!isDeepEqual(lastStored, stored)) {
    setLastStored(stored)
    setHasRemoteChanges(hasRemoteChanges || !isOwnSave)
    setIsOwnSave(false)
  } else if (isPending && !isOwnSave) setIsOwnSave(true)
  return { hasRemoteChanges, saveStarted: () => setIsOwnSave(true), saveFailed: () => setIsOwnSave(false) }
}

/** Resets the draft and its photo to the profile item of the outbox, or deletes both without one. */
const resetDraft = (userId: string) => {
  const pending = findPendingProfile()
  saveDraft('profiledrafts', userId, pending?.payload.draft ?? null)
  void savePickedPhoto(userId, pending?.photo ?? null)
}

/**
 * The profile item of the outbox, and whether the draft of an earlier visit has more changes than that item. The outbox
 * may open after the form.
 */
const usePendingChanges = (userId: string) => {
  const pending = usePendingProfile()
  const [storedDraft, setStoredDraft] = useState(() => loadDraft('profiledrafts', userId))
  const [pendingDraft, setPendingDraft] = useState<object | null>()
  if (pending && !isDeepEqual(pendingDraft, pending.payload.draft)) setPendingDraft(pending.payload.draft)
  return {
    pending,
    hasMoreChanges: !isDeepEqual(storedDraft, pendingDraft),
    resetToPending: () => setStoredDraft(pendingDraft),
    clearPending: () => setPendingDraft(undefined),
  }
}

/** Says that a draft is kept when the member leaves the form. */
const useProfileDraftToast = (userId: string) => {
  const { t } = useText()
  // At log-out the draft is deleted before this runs.
  useDraftSavedToast(() => {
    const storedDraft = loadDraft('profiledrafts', userId)
    // The outbox has already announced that the profile is pending.
    return storedDraft && !isAtCamera('profile') && !isDeepEqual(storedDraft, findPendingProfile()?.payload.draft)
      ? { text: t('profile.kept'), label: t('profile.discard'), discard: () => resetDraft(userId) }
      : null
  })
}

interface EnteredProfile extends Pick<ProfileInput, 'draft' | 'confirmations' | 'passwords' | 'newPhoto'> {
  stored: MyProfileDraft
  requirements: MyProfileRequirements
  formErrors: Pick<ReturnType<typeof useFormErrors>, 'showErrors' | 'showError'>
  saveStarted: () => void
}

/** The steps before the profile is saved. */
const useSaveSteps = (entered: EnteredProfile) => {
  const { draft, confirmations, passwords, newPhoto, stored, requirements, formErrors } = entered
  const queryClient = useQueryClient()
  return {
    /** Shows the errors of the form; returns true when there are none. */
    validate: async (): Promise<boolean> => {
      const errors = findMyProfileErrors(draft, stored, confirmations, passwords, requirements)
      if (errors.length > 0) {
        formErrors.showErrors(errors)
        return false
      }
      const pseudo = draft.pseudo.trim()
      if (pseudo === stored.pseudo) return true
      const isFree = await isPseudoFree(queryClient, pseudo)
      if (!isFree) formErrors.showError(new ApiError('pseudoduplicate', 409), 'pseudo')
      return isFree
    },
    /** The request to send; null when nothing was changed. */
    changesToSave: () => {
      entered.saveStarted()
      const body = changesOf(draft, stored, confirmations, passwords)
      const stay = requirements.stay && stayChangesOf(draft, stored)
      return Object.keys(body).length > 0 || stay || newPhoto ? { body, stay, photo: newPhoto } : null
    },
  }
}

/** Replaces the draft and the photo by those of the pending save, or by what is stored without one. */
const discardInput = (
  pending: ReturnType<typeof usePendingProfile>,
  stored: MyProfileDraft,
  { draftState, photo }: Pick<ProfileInput, 'draftState' | 'photo'>,
) => {
  void photo.replace(pending?.photo ?? null)
  if (pending) draftState.change(applyEdits(stored, parseEdits(pending.payload.draft, stored, isFieldValue)))
  else {
    draftState.discard()
    // A refused item is not in `pending`, and is removed here.
    removePendingProfile()
  }
}

/**
 * The form of one's own profile. Its draft is stored on the device, without passwords; untouched fields follow what is
 * saved on the server.
 */
export const useMyProfile = (
  userId: string,
  profile: Profile,
  requirements: MyProfileRequirements,
  avatar: Blob | null,
) => {
  const { t } = useText()
  const stored = draftOf(profile)
  const { pending, hasMoreChanges, resetToPending, clearPending } = usePendingChanges(userId)
  const formErrors = useFormErrors(field => field in stored || field in noConfirmations || field in noPasswords)
  const { draftState, photo, newPhoto, confirmations, ...input } = useProfileInput(
    userId,
    stored,
    avatar,
    formErrors.clearFieldErrors,
  )
  const { draft, passwords } = input
  const { hasRemoteChanges, saveStarted, saveFailed } = useRemoteChanges(stored, pending !== undefined)
  useProfileDraftToast(userId)
  const saving = useSaveSteps({ ...input, stored, confirmations, newPhoto, requirements, formErrors, saveStarted })
  return {
    ...formErrors,
    ...input,
    draft: { ...draft, ...confirmations },
    errorOf: (field: string): string | null => {
      const error = formErrors.errorOf(field)
      return error !== null && field === 'currentpassword' && passwords.currentpassword
        ? t('profile.currentpassword.wrong')
        : error
    },
    verdict: usePseudoAvailability(draft.pseudo, stored.pseudo),
    /** Whether something was saved elsewhere since the form was opened. */
    hasRemoteChanges,
    /** Called when the server refused the save: the next change of the profile comes from elsewhere. */
    saveFailed,
    stored,
    conflicts: draftState.conflicts,
    keepMine: draftState.keepMine,
    takeTheirs: draftState.takeTheirs,
    /** Whether the unsaved draft comes from an earlier visit. */
    restored: draftState.restored && hasMoreChanges,
    /** Whether a save is pending in the outbox. */
    isPending: pending !== undefined,
    /** Cancels the pending save; its changes stay in the form as a draft. */
    cancelPending: () => {
      saveFailed()
      removePendingProfile()
      clearPending()
    },
    hasMovedHome: hasMoved(draft, stored),
    removedBirthDate: removesBirthDate(draft, stored),
    photoError: photo.error ?? formErrors.errorOf('photo'),
    /** Discards the draft of an earlier visit, except for the pending save, which is still sent. */
    discard: () => {
      if (pending) resetToPending()
      discardInput(pending, stored, { draftState, photo })
    },
    ...saving,
  }
}

export type MyProfile = ReturnType<typeof useMyProfile>
