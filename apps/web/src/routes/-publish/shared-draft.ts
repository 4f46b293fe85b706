import type { Language } from '@parvis/contract/language.ts'
import { MAX_TEXT_LENGTH } from '@parvis/contract/publish.ts'
import type { Shared } from '#web/kernel/offline/shared.ts'
import { type PhotoTrouble, preparePhoto } from '#web/kernel/picture/prepare-photo.ts'
import type { KeptDraft } from '#web/features/publish/draft-store.ts'
import { newDraft } from '#web/features/publish/post-draft.ts'

/** The part of a share that a draft could not take over. */
export interface LeftOut {
  /** The number of characters kept of a text that was too long. */
  cutTo?: number
  /** The post already has a photo, which stays. */
  hasPhoto?: true
  /** Why none of the pictures could be used. */
  photoTrouble?: PhotoTrouble
  /** The number of pictures beside the one used. */
  morePictures?: number
  otherFiles?: number
}

/** Truncates without splitting a surrogate pair. */
const firstOf = (text: string, length: number) => text.slice(0, Math.max(0, length)).replace(/[\uD800-\uDBFF]$/, '')

/** Joins the texts within `maxLength`. The longest is cut first, so that a long text leaves its link whole. */
const wordsWithin = (words: readonly string[], room: number): string => {
  const longest = words.reduce((most, word, at) => (word.length > words[most]!.length ? at : most), 0)
  const rest = words.join('\n').length - (words[longest]?.length ?? 0)
  return firstOf(
    words.map((word, at) => (at === longest ? firstOf(word, Math.max(1, room - rest)) : word)).join('\n'),
    room,
  )
}

/** The first picture that can be used. */
const photoOf = async ({ files, pictures }: Shared): Promise<{ photo?: Blob; trouble?: PhotoTrouble }> => {
  let trouble: PhotoTrouble | undefined
  for (const file of files) {
    const prepared = await preparePhoto(file)
    if (prepared.photo) return { photo: prepared.photo }
    trouble ??= prepared.trouble
  }
  // A picture without a file did not fit into the store.
  return pictures > 0 ? { trouble: trouble ?? 'unreadable' } : {}
}

/** Appends a share to the current draft. Also returns what could not be taken over. */
export const addShared = async (
  shared: Shared,
  begun: KeptDraft | null,
  language: Language,
): Promise<KeptDraft & { left: LeftOut }> => {
  const draft = begun?.draft ?? newDraft()
  const before = draft[language].description.trimEnd()
  const { length } = shared.words.join('\n')
  const taken = wordsWithin(shared.words, MAX_TEXT_LENGTH - (before ? before.length + 1 : 0))
  const description = [before, taken].filter(Boolean).join('\n')
  const hasPhoto = draft.photo !== 'none' && shared.pictures > 0
  const { photo, trouble } = hasPhoto ? {} : await photoOf(shared)
  return {
    draft: {
      ...draft,
      [language]: { ...draft[language], description },
      photo: photo ? 'new' : draft.photo,
      sent: draft.sent === 'no' ? 'no' : 'changed',
    },
    photo: photo ?? begun?.photo ?? null,
    left: {
      ...(taken.length < length && { cutTo: taken.length }),
      ...(hasPhoto && { hasPhoto }),
      ...(trouble && { photoTrouble: trouble }),
      ...(photo && shared.pictures > 1 && { morePictures: shared.pictures - 1 }),
      ...(shared.otherFiles > 0 && { otherFiles: shared.otherFiles }),
    },
  }
}

/** What a draft could not take over of several shares together. */
export interface AllLeftOut extends Omit<LeftOut, 'photoTrouble'> {
  photoTroubles?: PhotoTrouble[]
}

const sumOf = (figures: readonly (number | undefined)[]): number | undefined => {
  const known = figures.filter(figure => figure !== undefined)
  return known.length > 0 ? known.reduce((sum, figure) => sum + figure, 0) : undefined
}

/** `hadPhoto`: the draft had a photo before any of the shares. */
const leftOfAll = (all: readonly LeftOut[], hadPhoto: boolean): AllLeftOut => {
  const cutTo = sumOf(all.map(left => left.cutTo))
  const otherFiles = sumOf(all.map(left => left.otherFiles))
  const hasPhoto = all.some(left => left.hasPhoto)
  // If the photo came from one of the shares, those of the others count as further pictures.
  const morePictures = sumOf(all.map(left => left.morePictures ?? (left.hasPhoto && !hadPhoto ? 1 : undefined)))
  const photoTroubles = [...new Set(all.flatMap(left => left.photoTrouble ?? []))]
  return {
    ...(cutTo !== undefined && { cutTo }),
    ...(hasPhoto && hadPhoto && { hasPhoto }),
    ...(photoTroubles.length > 0 && { photoTroubles }),
    ...(morePictures && { morePictures }),
    ...(otherFiles && { otherFiles }),
  }
}

/** Appends several shares in their order. `stored` is the current draft, unchanged, if none of them added anything. */
export const addAllShared = async (
  shares: readonly Shared[],
  begun: KeptDraft | null,
  language: Language,
): Promise<{ kept: KeptDraft | null; left: AllLeftOut }> => {
  let kept = begun
  const all: LeftOut[] = []
  for (const shared of shares) {
    const { left, ...next } = await addShared(shared, kept, language)
    if (shared.words.length > 0 || next.photo !== (kept?.photo ?? null)) kept = next
    all.push(left)
  }
  return { kept, left: leftOfAll(all, begun !== null && begun.draft.photo !== 'none') }
}
