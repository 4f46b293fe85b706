import type { Language } from '@parvis/contract/language.ts'
import { MAX_TEXT_LENGTH } from '@parvis/contract/publish.ts'
import type { Share } from '#web/kernel/offline/shares.ts'
import { type PhotoError, preparePhoto } from '#web/kernel/picture/prepare-photo.ts'
import type { StoredDraft } from './draft-store.ts'
import { newDraft } from './post-draft.ts'

/** What a draft could not include of the shares. The last two are counts. */
export interface LeftOut {
  /** The number of characters that were added of texts that were too long; absent if none was. */
  cutTo?: number
  /** Whether a picture was left out because the draft already had a photo. */
  hasPhoto: boolean
  photoErrors: PhotoError[]
  morePictures: number
  otherFiles: number
}

/** Truncates without splitting a surrogate pair. */
const truncate = (text: string, length: number) => text.slice(0, Math.max(0, length)).replace(/[\uD800-\uDBFF]$/, '')

/** Joins the texts within `room` characters. The longest is cut first, so that a link among them is not cut. */
const fitTexts = (words: readonly string[], room: number): string => {
  const longest = words.reduce(
    (longestIndex, word, index) => (word.length > words[longestIndex]!.length ? index : longestIndex),
    0,
  )
  const rest = words.join('\n').length - (words[longest]?.length ?? 0)
  return truncate(
    words.map((word, index) => (index === longest ? truncate(word, Math.max(1, room - rest)) : word)).join('\n'),
    room,
  )
}

const photoOf = async ({ files, pictures }: Share): Promise<{ photo?: Blob; error?: PhotoError }> => {
  let error: PhotoError | undefined
  for (const file of files) {
    const prepared = await preparePhoto(file)
    if (prepared.photo) return { photo: prepared.photo }
    error ??= prepared.trouble
  }
  // Pictures without a file did not fit into the storage of the device.
  return pictures > 0 ? { error: error ?? 'unreadable' } : {}
}

/** Appends shares in order. `stored` is the current draft, unchanged, if none of them added anything. */
export const addSharesToDraft = async (
  shares: readonly Share[],
  current: StoredDraft | null,
  language: Language,
): Promise<{ stored: StoredDraft | null; leftOut: LeftOut }> => {
  const hadPhoto = current !== null && current.draft.photo !== 'none'
  const leftOut: LeftOut = { hasPhoto: false, photoErrors: [], morePictures: 0, otherFiles: 0 }
  let stored = current
  for (const share of shares) {
    const { words, pictures } = share
    const { draft, photo: previousPhoto } = stored ?? { draft: newDraft(), photo: null }
    const previousText = draft[language].description.trimEnd()
    const fittingText = fitTexts(words, MAX_TEXT_LENGTH - (previousText ? previousText.length + 1 : 0))
    const description = [previousText, fittingText].filter(Boolean).join('\n')
    const isPhotoTaken = draft.photo !== 'none' && pictures > 0
    const { photo, error } = isPhotoTaken ? {} : await photoOf(share)
    if (words.length > 0 || photo)
      stored = {
        draft: {
          ...draft,
          [language]: { ...draft[language], description },
          photo: photo ? 'new' : draft.photo,
          sent: draft.sent === 'no' ? 'no' : 'changed',
        },
        photo: photo ?? previousPhoto,
      }
    if (fittingText.length < words.join('\n').length) leftOut.cutTo = (leftOut.cutTo ?? 0) + fittingText.length
    if (error && !leftOut.photoErrors.includes(error)) leftOut.photoErrors.push(error)
    leftOut.hasPhoto ||= isPhotoTaken && hadPhoto
    // If the photo came from one of the shares, the photos of the others are reported as further pictures.
    leftOut.morePictures += photo ? pictures - 1 : Number(isPhotoTaken && !hadPhoto)
    leftOut.otherFiles += share.otherFiles
  }
  return { stored, leftOut }
}
