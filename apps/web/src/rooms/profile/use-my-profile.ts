import type { Profile } from '@parvis/contract/profile.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keepDraft, keptDraft } from '#web/kernel/device/drafts.ts'
import { useWritten } from '#web/kernel/device/use-written.ts'
import { isSame } from '#web/kernel/device/written.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { isAtCamera } from '#web/kernel/picture/taken-photo.ts'
import { t as say, useText } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
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
import { forgetWaitingProfile, waitingDraft } from './unsent-profile.ts'
import { type PhotoSource, usePhoto } from './use-photo.tsx'
import { useTrouble } from './use-trouble.ts'
import { useVerdict } from './use-verdict.ts'

const noBoxes: Boxes = { confirmage: false, confirmaddress: false }
const noPasswords: MyPasswords = { currentpassword: '', newpassword: '', again: '' }

/** Whether something was saved elsewhere since the form was opened; what is saved here is no news. */
const useNews = (stands: MyProfileDraft) => {
  const [seen, setSeen] = useState(stands)
  const [news, setNews] = useState(false)
  const [isOwn, setOwn] = useState(false)
  if (!isSame(seen, stands)) {
    setSeen(stands)
    setNews(news || !isOwn)
    setOwn(false)
  }
  return { news, savingHere: () => setOwn(true), savedNothing: () => setOwn(false) }
}

/** Whoever leaves with something begun is told that it waits for them; whoever signs out has it forgotten before. */
const useSayKept = (userId: string) =>
  useEffect(
    () => () => {
      if (keptDraft('profiledrafts', userId) && !isAtCamera('profile') && !waitingDraft())
        showToast({ kind: 'info', text: say('profile.kept') })
    },
    [userId],
  )

/**
 * One's own profile as it is being changed, remembered by the device but for passwords; what is not touched follows
 * what is saved.
 */
export const useMyProfile = (userId: string, profile: Profile, ask: MyProfileAsk, face: Blob | null) => {
  const { t } = useText()
  const queryClient = useQueryClient()
  const stands = draftOf(profile)
  const written = useWritten('profiledrafts', userId, stands, isValue)
  const [boxes, setBoxes] = useState(noBoxes)
  const [passwords, setPasswords] = useState(noPasswords)
  const photo = usePhoto(userId, face)
  const trouble = useTrouble(field => field in stands || field in noBoxes || field in noPasswords)
  const { news, savingHere, savedNothing } = useNews(stands)
  useSayKept(userId)
  // a photo that this device could not keep is not there any more
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
    /** What was saved elsewhere meanwhile. */
    news,
    /** The server has refused it: what changes next is news. */
    savedNothing,
    stands,
    clashes: written.clashes,
    keepMine: written.keepMine,
    takeTheirs: written.takeTheirs,
    restored: written.restored,
    moved: hasMoved(draft, stands),
    tookAgeBack: takesAgeBack(draft, stands),
    preparing: photo.preparing,
    photoError: photo.error ?? trouble.errorOf('photo'),
    /** One that was picked, else the address of the one that is stored; null for none. */
    face: draft.photo === PICKED ? photo.photo : draft.photo || null,
    cropping: photo.cropping,
    pickPhoto: async (file: File, from?: PhotoSource) => {
      if (await photo.pick(file, from)) change({ photo: PICKED })
    },
    removePhoto: () => {
      photo.remove()
      change({ photo: '' })
    },
    discard: () => {
      photo.remove()
      written.discard()
      forgetWaitingProfile()
    },
    /** It is saved: the device remembers nothing of it. */
    forget,
    /** Throws it away. Returns what brings it back; null where nothing was begun. */
    cancel: () => {
      const begun = keptDraft('profiledrafts', userId)
      const waiting = waitingDraft()
      // what was saved before waits with its photo
      if (waiting) {
        keepDraft('profiledrafts', userId, waiting)
        return null
      }
      forget()
      if (!begun) return null
      return async () => {
        keepDraft('profiledrafts', userId, begun as object)
        await keepFace(userId, photo.photo)
      }
    },
    /** Says what rules are broken; true where none is. */
    holds: async (): Promise<boolean> => {
      const broken = breaksOf(draft, stands, boxes, passwords, ask)
      if (broken.length > 0) {
        trouble.stumbleOver(broken)
        return false
      }
      const pseudo = draft.pseudo.trim()
      if (pseudo === stands.pseudo) return true
      // who cannot be asked now is asked as the profile is saved
      const free = await queryClient.query(pseudoQuery(pseudo)).catch(() => true)
      if (!free) trouble.stumble(new ApiError('pseudoduplicate', 409), 'pseudo')
      return free
    },
    /** What is to be sent; null where nothing was touched. */
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
