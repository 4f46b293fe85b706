import type { Profile } from '@parvis/contract/profile.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveDraft, loadDraft } from '#web/kernel/device/drafts.ts'
import { useFormDraft } from '#web/kernel/device/use-form-draft.ts'
import { isDeepEqual, applyEdits, parseEdits } from '#web/kernel/device/form-edits.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { isAtCamera } from '#web/kernel/picture/taken-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { useDraftSavedToast } from '#web/ui/use-draft-saved-toast.ts'
import {
  type Confirmations,
  findMyProfileErrors,
  changesOf,
  draftOf,
  hasMoved,
  isFieldValue,
  type MyPasswords,
  type MyProfileRequirements,
  type MyProfileDraft,
  PICKED_PHOTO,
  stayChangesOf,
  removesBirthDate,
} from './my-profile.ts'
import { savePickedPhoto } from './profile-draft.ts'
import { pseudoQuery } from './profile.queries.ts'
import { removePendingProfile, usePendingProfile, findPendingProfile } from './pending-profile.ts'
import { type PhotoSource, usePhoto } from './use-photo.tsx'
import { useFormErrors } from './use-form-errors.ts'
import { usePseudoAvailability } from './use-pseudo-availability.ts'

const noConfirmations: Confirmations = { confirmage: false, confirmaddress: false }
const noPasswords: MyPasswords = { currentpassword: '', newpassword: '', again: '' }

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
  const queryClient = useQueryClient()
  const stored = draftOf(profile)
  const { pending, hasMoreChanges, resetToPending, clearPending } = usePendingChanges(userId)
  const draftState = useFormDraft('profiledrafts', userId, stored, isFieldValue)
  const [confirmations, setConfirmations] = useState(noConfirmations)
  const [passwords, setPasswords] = useState(noPasswords)
  const photo = usePhoto(userId, avatar)
  const formErrors = useFormErrors(field => field in stored || field in noConfirmations || field in noPasswords)
  const { hasRemoteChanges, saveStarted, saveFailed } = useRemoteChanges(stored, pending !== undefined)
  // At log-out the draft is deleted before this runs.
  useDraftSavedToast(() => {
    const storedDraft = loadDraft('profiledrafts', userId)
    // The outbox has already announced that the profile is pending.
    return storedDraft && !isAtCamera('profile') && !isDeepEqual(storedDraft, findPendingProfile()?.payload.draft)
      ? { text: t('profile.kept'), label: t('profile.discard'), discard: () => resetDraft(userId) }
      : null
  })
  // A photo that the device could not store is lost.
  const isPhotoLost = draftState.draft.photo === PICKED_PHOTO && !photo.photo
  const draft: MyProfileDraft = isPhotoLost ? { ...draftState.draft, photo: stored.photo } : draftState.draft

  const change = (patch: Partial<MyProfileDraft & Confirmations>) => {
    formErrors.clearFieldErrors(...Object.keys(patch))
    const { confirmage, confirmaddress, ...fields } = patch
    if (confirmage !== undefined) setConfirmations(last => ({ ...last, confirmage }))
    if (confirmaddress !== undefined) setConfirmations(last => ({ ...last, confirmaddress }))
    if (Object.keys(fields).length > 0) draftState.change(fields)
  }
  const deleteDraft = () => {
    draftState.clearStored()
    void savePickedPhoto(userId, null)
  }
  return {
    ...formErrors,
    draft: { ...draft, ...confirmations },
    change,
    passwords,
    changePassword: (patch: Partial<MyPasswords>) => {
      formErrors.clearFieldErrors(...Object.keys(patch))
      setPasswords(last => ({ ...last, ...patch }))
    },
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
    preparing: photo.preparing,
    photoError: photo.error ?? formErrors.errorOf('photo'),
    /** The picked photo, or the URL of the stored one; null for none. */
    avatar: draft.photo === PICKED_PHOTO ? photo.photo : draft.photo || null,
    cropping: photo.cropping,
    pickPhoto: async (file: File, from?: PhotoSource) => {
      if (await photo.pick(file, from)) change({ photo: PICKED_PHOTO })
    },
    removePhoto: () => {
      void photo.replace(null)
      change({ photo: '' })
    },
    /** Discards the draft of an earlier visit, except for the pending save, which is still sent. */
    discard: () => {
      if (pending) {
        resetToPending()
        void photo.replace(pending.photo ?? null)
        draftState.change(applyEdits(stored, parseEdits(pending.payload.draft, stored, isFieldValue)))
        return
      }
      void photo.replace(null)
      draftState.discard()
      // A refused item is not in `pending`, and is removed here.
      removePendingProfile()
    },
    /** Deletes the draft from the device, once it is saved. */
    deleteDraft,
    /** Shows the errors of the form; returns true when there are none. */
    validate: async (): Promise<boolean> => {
      const errors = findMyProfileErrors(draft, stored, confirmations, passwords, requirements)
      if (errors.length > 0) {
        formErrors.showErrors(errors)
        return false
      }
      const pseudo = draft.pseudo.trim()
      if (pseudo === stored.pseudo) return true
      // When the nickname cannot be checked now, the server checks it on saving.
      const isFree = await queryClient.query(pseudoQuery(pseudo)).catch(() => true)
      if (!isFree) formErrors.showError(new ApiError('pseudoduplicate', 409), 'pseudo')
      return isFree
    },
    /** The request to send; null when nothing was changed. */
    changesToSave: () => {
      saveStarted()
      const body = changesOf(draft, stored, confirmations, passwords)
      const stay = requirements.stay && stayChangesOf(draft, stored)
      const picked = draft.photo === PICKED_PHOTO ? photo.photo : null
      return Object.keys(body).length > 0 || stay || picked ? { body, stay, photo: picked } : null
    },
  }
}

export type MyProfile = ReturnType<typeof useMyProfile>
