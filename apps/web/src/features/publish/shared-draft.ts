import type { Language } from '@parvis/contract/language.ts'
import { MAX_TEXT_LENGTH } from '@parvis/contract/publish.ts'
import type { Share } from '#web/kernel/offline/shares.ts'
import { type PhotoError, preparePhoto } from '#web/kernel/picture/prepare-photo.ts'
import type { StoredDraft } from './draft-store.ts'
import { newDraft } from './post-draft.ts'

/** What a draft could not include of a share. `hasPhoto`: the draft already had a photo. The last two are counts. */
export interface LeftOut {
  /** The number of characters that were added of a text that was too long. */
  cutTo?: number
  hasPhoto?: true
  photoError?: PhotoError
  morePictures?: number
  otherFiles?: number
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

/** Appends a share to the current draft. Also returns what the draft could not include. */
export const addShareToDraft = async (
  shared: Share,
  current: StoredDraft | null,
  language: Language,
): Promise<StoredDraft & { leftOut: LeftOut }> => {
  const draft = current?.draft ?? newDraft()
  const previousText = draft[language].description.trimEnd()
  const { length } = shared.words.join('\n')
  const fittingText = fitTexts(shared.words, MAX_TEXT_LENGTH - (previousText ? previousText.length + 1 : 0))
  const description = [previousText, fittingText].filter(Boolean).join('\n')
  const hasPhoto = draft.photo !== 'none' && shared.pictures > 0
  const { photo, error } = hasPhoto ? {} : await photoOf(shared)
  return {
    draft: {
      ...draft,
      [language]: { ...draft[language], description },
      photo: photo ? 'new' : draft.photo,
      sent: draft.sent === 'no' ? 'no' : 'changed',
    },
    photo: photo ?? current?.photo ?? null,
    leftOut: {
      ...(fittingText.length < length && { cutTo: fittingText.length }),
      ...(hasPhoto && { hasPhoto }),
      ...(error && { photoError: error }),
      ...(photo && shared.pictures > 1 && { morePictures: shared.pictures - 1 }),
      ...(shared.otherFiles > 0 && { otherFiles: shared.otherFiles }),
    },
  }
}

export interface CombinedLeftOut extends Omit<LeftOut, 'photoTrouble'> {
  photoErrors?: PhotoError[]
}

const sumKnown = (counts: readonly (number | undefined)[]): number | undefined => {
  const known = counts.filter(count => count !== undefined)
  return known.length > 0 ? known.reduce((sum, count) => sum + count, 0) : undefined
}

/** Combines the reports of several shares. `hadPhoto`: the draft had a photo before the first share. */
const combineLeftOut = (leftOuts: readonly LeftOut[], hadPhoto: boolean): CombinedLeftOut => {
  const cutTo = sumKnown(leftOuts.map(leftOut => leftOut.cutTo))
  const otherFiles = sumKnown(leftOuts.map(leftOut => leftOut.otherFiles))
  const hasPhoto = leftOuts.some(leftOut => leftOut.hasPhoto)
  // If the photo came from one of the shares, the photos of the others are reported as further pictures.
  const morePictures = sumKnown(
    leftOuts.map(leftOut => leftOut.morePictures ?? (leftOut.hasPhoto && !hadPhoto ? 1 : undefined)),
  )
  const photoErrors = [...new Set(leftOuts.flatMap(leftOut => leftOut.photoError ?? []))]
  return {
    ...(cutTo !== undefined && { cutTo }),
    ...(hasPhoto && hadPhoto && { hasPhoto }),
    ...(photoErrors.length > 0 && { photoErrors }),
    ...(morePictures && { morePictures }),
    ...(otherFiles && { otherFiles }),
  }
}

/** Appends several shares in order. `stored` is the current draft, unchanged, if none of them added anything. */
export const addSharesToDraft = async (
  shares: readonly Share[],
  current: StoredDraft | null,
  language: Language,
): Promise<{ stored: StoredDraft | null; leftOut: CombinedLeftOut }> => {
  let stored = current
  const leftOuts: LeftOut[] = []
  for (const shared of shares) {
    const { leftOut, ...next } = await addShareToDraft(shared, stored, language)
    if (shared.words.length > 0 || next.photo !== (stored?.photo ?? null)) stored = next
    leftOuts.push(leftOut)
  }
  return { stored, leftOut: combineLeftOut(leftOuts, current !== null && current.draft.photo !== 'none') }
}
