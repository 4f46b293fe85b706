import type { Profile } from '@parvis/contract/profile.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keepDraft, keptDraft } from '#web/kernel/device/drafts.ts'
import { useWritten } from '#web/kernel/device/use-written.ts'
import { isSame, laidOver, readWritten } from '#web/kernel/device/written.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { isAtCamera } from '#web/kernel/picture/taken-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { useSayKept } from '#web/ui/use-say-kept.ts'
import {
  type Boxes,
  breaksOf,
  changesOf,
  draftOf,
  hasMoved,
  isValue,
  type MyPasswords,
  type MyProfileAsk,
  type MyProfileDraft,
  PICKED,
  stayChangesOf,
  takesAgeBack,
} from './my-profile.ts'
import { keepFace } from './profile-draft.ts'
import { pseudoQuery } from './profile.queries.ts'
import { forgetWaitingProfile, useWaitingProfile, waitingProfile } from './unsent-profile.ts'
import { type PhotoSource, usePhoto } from './use-photo.tsx'
import { useTrouble } from './use-trouble.ts'
import { useVerdict } from './use-verdict.ts'

const noBoxes: Boxes = { confirmage: false, confirmaddress: false }
const noPasswords: MyPasswords = { currentpassword: '', newpassword: '', again: '' }

/**
 * Whether something was saved elsewhere since the form was opened; changes saved here, or sent later from here, do not
 * count.
 */
const useNews = (stands: MyProfileDraft, isWaiting: boolean) => {
  const [seen, setSeen] = useState(stands)
  const [news, setNews] = useState(false)
  const [isOwn, setOwn] = useState(false)
  if (!isSame(seen, stands)) {
    setSeen(stands)
    setNews(news || !isOwn)
    setOwn(false)
  } else if (isWaiting && !isOwn) setOwn(true)
  return { news, savingHere: () => setOwn(true), savedNothing: () => setOwn(false) }
}

/** Resets the draft and its photo to the pending item, or deletes them when there is none. */
const forgetBegun = (userId: string) => {
  const saved = waitingProfile()
  keepDraft('profiledrafts', userId, saved?.payload.draft ?? null)
  void keepFace(userId, saved?.photo ?? null)
}

/**
 * The pending item, and whether the draft of an earlier visit has more changes than it. The outbox may open after the
 * form.
 */
const useWaitingChanges = (userId: string) => {
  const waiting = useWaitingProfile()
  const [kept, setKept] = useState(() => keptDraft('profiledrafts', userId))
  const [waited, setWaited] = useState<object | null>()
  if (waiting && !isSame(waited, waiting.payload.draft)) setWaited(waiting.payload.draft)
  return {
    waiting,
    begun: !isSame(kept, waited),
    backToWaiting: () => setKept(waited),
    takenBack: () => setWaited(undefined),
  }
}

/**
 * The form of one's own profile. Its draft is stored on the device, without passwords; untouched fields follow what is
 * saved on the server.
 */
export const useMyProfile = (userId: string, profile: Profile, ask: MyProfileAsk, face: Blob | null) => {
  const { t } = useText()
  const queryClient = useQueryClient()
  const stands = draftOf(profile)
  const { waiting, begun, backToWaiting, takenBack } = useWaitingChanges(userId)
  const written = useWritten('profiledrafts', userId, stands, isValue)
  const [boxes, setBoxes] = useState(noBoxes)
  const [passwords, setPasswords] = useState(noPasswords)
  const photo = usePhoto(userId, face)
  const trouble = useTrouble(field => field in stands || field in noBoxes || field in noPasswords)
  const { news, savingHere, savedNothing } = useNews(stands, waiting !== undefined)
  // At log-out the draft is deleted before this runs.
  useSayKept(() => {
    const kept = keptDraft('profiledrafts', userId)
    // The outbox has already announced a pending item.
    return kept && !isAtCamera('profile') && !isSame(kept, waitingProfile()?.payload.draft)
      ? { text: t('profile.kept'), label: t('profile.discard'), discard: () => forgetBegun(userId) }
      : null
  })
  // A photo that the device could not store is lost.
  const isLost = written.draft.photo === PICKED && !photo.photo
  const draft: MyProfileDraft = isLost ? { ...written.draft, photo: stands.photo } : written.draft

  const change = (patch: Partial<MyProfileDraft & Boxes>) => {
    trouble.forgive(...Object.keys(patch))
    const { confirmage, confirmaddress, ...touched } = patch
    if (confirmage !== undefined) setBoxes(last => ({ ...last, confirmage }))
    if (confirmaddress !== undefined) setBoxes(last => ({ ...last, confirmaddress }))
    if (Object.keys(touched).length > 0) written.change(touched)
  }
  const forget = () => {
    written.forget()
    void keepFace(userId, null)
  }
  return {
    ...trouble,
    draft: { ...draft, ...boxes },
    change,
    passwords,
    changePassword: (patch: Partial<MyPasswords>) => {
      trouble.forgive(...Object.keys(patch))
      setPasswords(last => ({ ...last, ...patch }))
    },
    errorOf: (field: string): string | null => {
      const told = trouble.errorOf(field)
      return told !== null && field === 'currentpassword' && passwords.currentpassword
        ? t('profile.currentpassword.wrong')
        : told
    },
    verdict: useVerdict(draft.pseudo, stands.pseudo),
    /** Something was saved elsewhere meanwhile. */
    news,
    /** The server has refused the save: the next change of the profile comes from elsewhere. */
    savedNothing,
    stands,
    clashes: written.clashes,
    keepMine: written.keepMine,
    takeTheirs: written.takeTheirs,
    /** The unsaved draft comes from an earlier visit. */
    restored: written.restored && begun,
    /** Saved here, and pending in the outbox. */
    waits: waiting !== undefined,
    /** Cancels the pending item; its changes stay in the form as a draft. */
    takeBack: () => {
      savedNothing()
      forgetWaitingProfile()
      takenBack()
    },
    moved: hasMoved(draft, stands),
    tookAgeBack: takesAgeBack(draft, stands),
    preparing: photo.preparing,
    photoError: photo.error ?? trouble.errorOf('photo'),
    /** The picked photo, or the URL of the stored one; null for none. */
    face: draft.photo === PICKED ? photo.photo : draft.photo || null,
    cropping: photo.cropping,
    pickPhoto: async (file: File, from?: PhotoSource) => {
      if (await photo.pick(file, from)) change({ photo: PICKED })
    },
    removePhoto: () => {
      void photo.replace(null)
      change({ photo: '' })
    },
    /** Discards the draft of an earlier visit, down to the pending item, which is still sent. */
    discard: () => {
      if (waiting) {
        backToWaiting()
        void photo.replace(waiting.photo ?? null)
        written.change(laidOver(stands, readWritten(waiting.payload.draft, stands, isValue)))
        return
      }
      void photo.replace(null)
      written.discard()
      // This removes a refused item.
      forgetWaitingProfile()
    },
    /** Deletes the draft from the device, once it is saved. */
    forget,
    /** Shows the broken rules; true when there are none. */
    holds: async (): Promise<boolean> => {
      const broken = breaksOf(draft, stands, boxes, passwords, ask)
      if (broken.length > 0) {
        trouble.stumbleOver(broken)
        return false
      }
      const pseudo = draft.pseudo.trim()
      if (pseudo === stands.pseudo) return true
      // When the nickname cannot be checked now, the server checks it on saving.
      const free = await queryClient.query(pseudoQuery(pseudo)).catch(() => true)
      if (!free) trouble.stumble(new ApiError('pseudoduplicate', 409), 'pseudo')
      return free
    },
    /** The request to send; null when nothing was changed. */
    toSave: () => {
      savingHere()
      const body = changesOf(draft, stands, boxes, passwords)
      const stay = ask.stay && stayChangesOf(draft, stands)
      const picked = draft.photo === PICKED ? photo.photo : null
      return Object.keys(body).length > 0 || stay || picked ? { body, stay, photo: picked } : null
    },
  }
}

export type MyProfile = ReturnType<typeof useMyProfile>
