import { useState } from 'react'
import { useDraft } from '#web/kernel/device/use-draft.ts'
import {
  type Confirmations,
  type MyPasswords,
  type MyProfileDraft,
  myProfileShape,
  PICKED_PHOTO,
} from './my-profile.ts'
import { myProfileDrafts, savePickedPhoto } from './profile-draft.ts'
import { type PhotoSource, useProfilePhoto } from './use-photo.tsx'

export const noConfirmations: Confirmations = { confirmage: false, confirmaddress: false }
export const noPasswords: MyPasswords = { currentpassword: '', newpassword: '', again: '' }

/** Stores draft and photo on the device, never passwords. `onChange` receives the names of the changed fields. */
export const useProfileInput = (
  userId: string,
  savedValues: MyProfileDraft,
  avatar: Blob | null,
  onChange: (...fields: string[]) => void,
) => {
  const draftState = useDraft<MyProfileDraft>({
    store: myProfileDrafts(userId),
    shape: myProfileShape,
    current: savedValues,
    isShared: true,
  })
  const [confirmations, setConfirmations] = useState(noConfirmations)
  const [passwords, setPasswords] = useState(noPasswords)
  const photo = useProfilePhoto(userId, avatar)
  // The draft refers to a picked photo that the device could not store; the saved photo is used instead.
  const isPhotoLost = draftState.draft.photo === PICKED_PHOTO && !photo.photo
  const draft: MyProfileDraft = isPhotoLost ? { ...draftState.draft, photo: savedValues.photo } : draftState.draft

  const change = (patch: Partial<MyProfileDraft & Confirmations>) => {
    onChange(...Object.keys(patch))
    const { confirmage, confirmaddress, ...fields } = patch
    if (confirmage !== undefined) setConfirmations(last => ({ ...last, confirmage }))
    if (confirmaddress !== undefined) setConfirmations(last => ({ ...last, confirmaddress }))
    if (Object.keys(fields).length > 0) draftState.change(fields)
  }
  return {
    draftState,
    photo,
    draft,
    confirmations,
    change,
    passwords,
    changePassword: (patch: Partial<MyPasswords>) => {
      onChange(...Object.keys(patch))
      setPasswords(last => ({ ...last, ...patch }))
    },
    isPreparing: photo.isPreparing,
    cropDialog: photo.cropDialog,
    /** The photo to save with the profile; null for no change. */
    newPhoto: draft.photo === PICKED_PHOTO ? photo.photo : null,
    /** The picked photo, or the URL of the stored one; null for none. */
    avatar: draft.photo === PICKED_PHOTO ? photo.photo : draft.photo || null,
    pickPhoto: async (file: File, from?: PhotoSource) => {
      if (await photo.pick(file, from)) change({ photo: PICKED_PHOTO })
    },
    removePhoto: () => {
      void photo.replace(null)
      change({ photo: '' })
    },
    /** Deletes the draft and the picked photo from the device once the profile is saved. */
    deleteDraft: () => {
      draftState.clearStored()
      void savePickedPhoto(userId, null)
    },
  }
}

export type ProfileInput = ReturnType<typeof useProfileInput>
