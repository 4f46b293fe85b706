import type { Profile } from '@parvis/contract/profile.ts'
import { useState } from 'react'
import { isDeepEqual, applyEdits, parseEdits } from '#web/kernel/device/form-edits.ts'
import { isAtCamera } from '#web/kernel/picture/taken-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { useDraftSavedToast } from '#web/ui/use-draft-saved-toast.ts'
import {
  findMyProfileErrors,
  changesOf,
  draftOf,
  hasMoved,
  myProfileShape,
  type MyProfileRequirements,
  type MyProfileDraft,
  stayChangesOf,
  removesBirthDate,
} from './my-profile.ts'
import { myProfileDrafts, savePickedPhoto } from './profile-draft.ts'
import { removePendingProfile, usePendingProfile, findPendingProfile } from './pending-profile.ts'
import { useProfileErrors } from './use-profile-errors.ts'
import { noConfirmations, noPasswords, type ProfileInput, useProfileInput } from './use-profile-input.ts'
import { usePseudoAvailability } from './use-pseudo-availability.ts'

/** Whether something was saved elsewhere since the form was opened; changes sent from here do not count. */
const useRemoteChanges = (savedValues: MyProfileDraft, isPending: boolean) => {
  const [lastSavedValues, setLastSavedValues] = useState(savedValues)
  const [hasRemoteChanges, setHasRemoteChanges] = useState(false)
  const [isOwnSave, setIsOwnSave] = useState(false)
  if (!isDeepEqual(lastSavedValues, savedValues)) {
    setLastSavedValues(savedValues)
    setHasRemoteChanges(hasRemoteChanges || !isOwnSave)
    setIsOwnSave(false)
  } else if (isPending && !isOwnSave) setIsOwnSave(true)
  return { hasRemoteChanges, markSaveStarted: () => setIsOwnSave(true), markSaveFailed: () => setIsOwnSave(false) }
}

/** Resets the draft and its photo to the profile item of the outbox; deletes both when there is no such item. */
const resetDraft = (userId: string) => {
  const pending = findPendingProfile()
  myProfileDrafts(userId).save(pending?.payload.draft ?? null)
  void savePickedPhoto(userId, pending?.photo ?? null)
}

/** The outbox may open after the form. `hasMoreChanges`: the draft of an earlier visit differs from its item. */
const usePendingChanges = (userId: string) => {
  const pending = usePendingProfile()
  const [storedDraft, setStoredDraft] = useState(() => myProfileDrafts(userId).load())
  const [pendingDraft, setPendingDraft] = useState<object | null>()
  if (pending && !isDeepEqual(pendingDraft, pending.payload.draft)) setPendingDraft(pending.payload.draft)
  return {
    pending,
    hasMoreChanges: !isDeepEqual(storedDraft, pendingDraft),
    resetToPending: () => setStoredDraft(pendingDraft),
    clearPending: () => setPendingDraft(undefined),
  }
}

/** Shows a toast that the draft is saved on the device when the member leaves the form. */
const useProfileDraftToast = (userId: string) => {
  const { t } = useText()
  // At log-out the draft is deleted before this callback runs, so that no toast is shown.
  useDraftSavedToast(() => {
    const storedDraft = myProfileDrafts(userId).load()
    // The outbox has already announced that the profile is pending.
    return storedDraft && !isAtCamera('profile') && !isDeepEqual(storedDraft, findPendingProfile()?.payload.draft)
      ? { text: t('profile.kept'), label: t('profile.discard'), discard: () => resetDraft(userId) }
      : null
  })
}

/** The actions that discard input: cancelling the pending save, and discarding the draft. */
const discardActionsOf = (
  { pending, resetToPending, clearPending }: ReturnType<typeof usePendingChanges>,
  savedValues: MyProfileDraft,
  { draftState, photo }: Pick<ProfileInput, 'draftState' | 'photo'>,
  markSaveFailed: () => void,
) => ({
  /** Cancels the pending save; its changes remain in the form as a draft. */
  cancelPending: () => {
    markSaveFailed()
    removePendingProfile()
    clearPending()
  },
  /** Discards the draft of an earlier visit, except for the pending save, which is still sent. */
  discard: () => {
    void photo.replace(pending?.photo ?? null)
    if (pending) {
      resetToPending()
      draftState.change(applyEdits(savedValues, parseEdits(pending.payload.draft, savedValues, myProfileShape)))
    } else {
      draftState.discard()
      // A refused item is not in `pending`, and is removed here.
      removePendingProfile()
    }
  },
})

/** The draft is stored on the device without passwords; fields not edited show the values saved on the server. */
export const useMyProfile = (
  userId: string,
  profile: Profile,
  requirements: MyProfileRequirements,
  pickedPhoto: Blob | null,
) => {
  const savedValues = draftOf(profile)
  const pendingChanges = usePendingChanges(userId)
  const { pending, hasMoreChanges } = pendingChanges
  const formErrors = useProfileErrors(Object.keys({ ...savedValues, ...noConfirmations, ...noPasswords }))
  const { draftState, photo, newPhoto, confirmations, ...input } = useProfileInput(
    userId,
    savedValues,
    pickedPhoto,
    formErrors.clearFieldErrors,
  )
  const { draft, passwords } = input
  const { hasRemoteChanges, markSaveStarted, markSaveFailed } = useRemoteChanges(savedValues, pending !== undefined)
  useProfileDraftToast(userId)
  return {
    ...formErrors,
    ...input,
    draft: { ...draft, ...confirmations },
    verdict: usePseudoAvailability(draft.pseudo, savedValues.pseudo),
    /** Whether something was saved elsewhere since the form was opened. */
    hasRemoteChanges,
    /** To be called when a save has failed: the next change of the saved profile then counts as made elsewhere. */
    markSaveFailed,
    savedValues,
    conflicts: draftState.conflicts,
    keepMine: draftState.keepMine,
    takeTheirs: draftState.takeTheirs,
    /** Whether the unsaved draft comes from an earlier visit. */
    restored: draftState.restored && hasMoreChanges,
    /** Whether a save is pending in the outbox. */
    isPending: pending !== undefined,
    hasMovedHome: hasMoved(draft, savedValues),
    removedBirthDate: removesBirthDate(draft, savedValues),
    photoError: photo.error ?? formErrors.errorOf('photo'),
    ...discardActionsOf(pendingChanges, savedValues, { draftState, photo }, markSaveFailed),
    /** Shows the errors of the form; returns true when there are none. */
    validate: (): Promise<boolean> =>
      formErrors.checkInput(
        findMyProfileErrors(draft, savedValues, confirmations, passwords, requirements),
        draft.pseudo,
        savedValues.pseudo,
      ),
    /** Marks the save as started; returns the request to send, or null when nothing was changed. */
    startSave: () => {
      markSaveStarted()
      const body = changesOf(draft, savedValues, confirmations, passwords)
      const stay = requirements.stay && stayChangesOf(draft, savedValues)
      return Object.keys(body).length > 0 || stay || newPhoto ? { body, stay, photo: newPhoto } : null
    },
  }
}

export type MyProfile = ReturnType<typeof useMyProfile>
