import type { Language } from '@parvis/contract/language.ts'
import { MAX_TEXT_LENGTH } from '@parvis/contract/publish.ts'
import { expect, test } from 'vitest'
import type { Share } from '#web/kernel/offline/shares.ts'
import type { StoredDraft } from './draft-store.ts'
import { newDraft } from './post-draft.ts'
import { addSharesToDraft, type LeftOut } from './shared-draft.ts'

const picture = async () => {
  const canvas = new OffscreenCanvas(4, 3)
  canvas.getContext('2d')!.fillRect(0, 0, 4, 3)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'photo', { type: 'image/png' })
}
const broken = () => new File(['no picture'], 'photo', { type: 'image/png' })

const createShare = (overrides: Partial<Share>): Share => ({
  id: '',
  owner: 'u1',
  at: 0,
  isVouched: true,
  words: [],
  pictures: overrides.files?.length ?? 0,
  kept: overrides.files?.length ?? 0,
  otherFiles: 0,
  files: [],
  ...overrides,
})
const draftWith = (description: string, photo: Blob | null = null): StoredDraft => ({
  draft: { ...newDraft(), fr: { title: '', description, alt: '' }, photo: photo ? 'new' : 'none' },
  photo,
})

const none: LeftOut = { hasPhoto: false, photoErrors: [], morePictures: 0, otherFiles: 0 }
const addShareToDraft = async (share: Share, current: StoredDraft | null, language: Language) => {
  const { stored, leftOut } = await addSharesToDraft([share], current, language)
  return { draft: newDraft(), photo: null, ...stored, leftOut }
}

test('a share appends its text and photo to an existing draft', async () => {
  const { draft, photo, leftOut } = await addShareToDraft(
    createShare({ words: ['Vide-grenier', 'Dimanche'], files: [await picture()] }),
    draftWith('Déjà écrit\n'),
    'fr',
  )
  expect(draft.fr.description).toBe('Déjà écrit\nVide-grenier\nDimanche')
  expect([draft.photo, photo?.type]).toEqual(['new', 'image/jpeg'])
  expect(leftOut).toEqual(none)
})

test('a shared text is cut at the limit without splitting a character', async () => {
  const long = 'é'.repeat(200_000)
  const withoutDraft = await addShareToDraft(createShare({ words: [long] }), null, 'fr')
  expect(withoutDraft.draft.fr.description).toBe(long.slice(0, MAX_TEXT_LENGTH))
  expect(withoutDraft.leftOut).toEqual({ ...none, cutTo: MAX_TEXT_LENGTH })
  const smiles = await addShareToDraft(createShare({ words: ['x' + '😀'.repeat(MAX_TEXT_LENGTH)] }), null, 'fr')
  expect(smiles.draft.fr.description.isWellFormed()).toBe(true)
  expect(smiles.leftOut).toEqual({ ...none, cutTo: MAX_TEXT_LENGTH - 1 })
  const full = await addShareToDraft(createShare({ words: [long] }), draftWith('x'.repeat(MAX_TEXT_LENGTH)), 'fr')
  expect(full.draft.fr.description).toBe('x'.repeat(MAX_TEXT_LENGTH))
  expect(full.leftOut).toEqual({ ...none, cutTo: 0 })
})

test('a share that is too long is cut in the longest of its title, text and link', async () => {
  const [title, link] = ['Vide-grenier', 'https://example.org/vide-grenier']
  const long = await addShareToDraft(createShare({ words: ['x'.repeat(6000), 'Dimanche', link] }), null, 'fr')
  expect(long.draft.fr.description.endsWith(`x\nDimanche\n${link}`)).toBe(true)
  expect(long.draft.fr.description.length).toBe(MAX_TEXT_LENGTH)
  expect(long.leftOut).toEqual({ ...none, cutTo: MAX_TEXT_LENGTH })
  const text = await addShareToDraft(
    createShare({ words: [title, 'é'.repeat(200_000), link] }),
    draftWith('Déjà écrit'),
    'fr',
  )
  expect(text.draft.fr.description.startsWith(`Déjà écrit\n${title}\né`)).toBe(true)
  expect(text.draft.fr.description.endsWith(`é\n${link}`)).toBe(true)
  const noRoom = await addShareToDraft(
    createShare({ words: [title, link] }),
    draftWith('x'.repeat(MAX_TEXT_LENGTH - 8)),
    'fr',
  )
  expect(noRoom.draft.fr.description.endsWith('x\nVide-gr')).toBe(true)
})

test('the first readable picture of a share is used, and the other pictures are reported', async () => {
  const firstUnreadable = await addShareToDraft(createShare({ files: [broken(), await picture()] }), null, 'fr')
  expect(firstUnreadable.photo).not.toBeNull()
  expect(firstUnreadable.leftOut).toEqual({ ...none, morePictures: 1 })
  const many = await addShareToDraft(createShare({ files: [await picture()], pictures: 9, otherFiles: 2 }), null, 'fr')
  expect(many.leftOut).toEqual({ ...none, morePictures: 8, otherFiles: 2 })
})

test('a share whose picture cannot be used reports why, and its text is added', async () => {
  const unreadable = await addShareToDraft(createShare({ words: ['Dimanche'], files: [broken()] }), null, 'fr')
  expect(unreadable).toMatchObject({ photo: null, leftOut: { photoErrors: ['unreadable'] } })
  expect(unreadable.draft).toMatchObject({ photo: 'none', fr: { description: 'Dimanche' } })
  const large = new File([new Uint8Array(51 * 1024 * 1024)], 'photo', { type: 'image/png' })
  expect((await addShareToDraft(createShare({ files: [large] }), null, 'fr')).leftOut).toEqual({
    ...none,
    photoErrors: ['toolarge'],
  })
  const noRoom = await addShareToDraft(createShare({ pictures: 1, kept: 1 }), null, 'fr')
  expect(noRoom.leftOut).toEqual({ ...none, photoErrors: ['unreadable'] })
})

test('the photo of an existing draft is not replaced, and the shared photo is reported', async () => {
  const ownPhoto = await picture()
  const { photo, draft, leftOut } = await addShareToDraft(
    createShare({ files: [await picture()] }),
    draftWith('', ownPhoto),
    'fr',
  )
  expect(photo).toBe(ownPhoto)
  expect(draft.photo).toBe('new')
  expect(leftOut).toEqual({ ...none, hasPhoto: true })
})

test('several shares are added one after the other, with one report of what was left out', async () => {
  const ownPhoto = await picture()
  const createShares = () => [
    createShare({ words: ['Samedi'], files: [broken()], otherFiles: 1 }),
    createShare({ words: ['Dimanche'], files: [ownPhoto] }),
    createShare({ files: [ownPhoto], otherFiles: 2 }),
    createShare({ words: ['é'.repeat(MAX_TEXT_LENGTH)] }),
    createShare({ words: ['Lundi'] }),
  ]
  const withoutDraft = await addSharesToDraft(createShares(), null, 'fr')
  expect(withoutDraft.stored!.draft.fr.description.startsWith('Samedi\nDimanche\néé')).toBe(true)
  expect(withoutDraft.stored!.photo?.type).toBe('image/jpeg')
  const room = MAX_TEXT_LENGTH - 'Samedi\nDimanche\n'.length
  expect(withoutDraft.leftOut).toEqual({
    ...none,
    cutTo: room,
    photoErrors: ['unreadable'],
    morePictures: 1,
    otherFiles: 3,
  })
  const existingDraft = draftWith('', ownPhoto)
  const withPhoto = await addSharesToDraft(createShares(), existingDraft, 'fr')
  expect(withPhoto.stored!.photo).toBe(ownPhoto)
  expect(withPhoto.leftOut).toEqual({ ...none, cutTo: room, hasPhoto: true, otherFiles: 3 })
  const nothing = await addSharesToDraft([createShare({ otherFiles: 1 })], existingDraft, 'fr')
  expect(nothing).toEqual({ stored: existingDraft, leftOut: { ...none, otherFiles: 1 } })
})
