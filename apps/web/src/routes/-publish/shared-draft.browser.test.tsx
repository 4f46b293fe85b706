import { MAX_TEXT_LENGTH } from '@parvis/contract/publish.ts'
import { expect, test } from 'vitest'
import type { Shared } from '#web/kernel/offline/shared.ts'
import type { KeptDraft } from '#web/features/publish/draft-store.ts'
import { newDraft } from '#web/features/publish/post-draft.ts'
import { addAllShared, addShared } from './shared-draft.ts'

const picture = async () => {
  const canvas = new OffscreenCanvas(4, 3)
  canvas.getContext('2d')!.fillRect(0, 0, 4, 3)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'photo', { type: 'image/png' })
}
const broken = () => new File(['no picture'], 'photo', { type: 'image/png' })

const sharing = (more: Partial<Shared>): Shared => ({
  id: '',
  owner: 'u1',
  at: 0,
  isVouched: true,
  words: [],
  pictures: more.files?.length ?? 0,
  kept: more.files?.length ?? 0,
  otherFiles: 0,
  files: [],
  ...more,
})
const begunWith = (description: string, photo: Blob | null = null): KeptDraft => ({
  draft: { ...newDraft(), fr: { title: '', description, alt: '' }, photo: photo ? 'new' : 'none' },
  photo,
})

test('appends text and photo to an existing draft', async () => {
  const { draft, photo, left } = await addShared(
    sharing({ words: ['Vide-grenier', 'Dimanche'], files: [await picture()] }),
    begunWith('Déjà écrit\n'),
    'fr',
  )
  expect(draft.fr.description).toBe('Déjà écrit\nVide-grenier\nDimanche')
  expect([draft.photo, photo?.type]).toEqual(['new', 'image/jpeg'])
  expect(left).toEqual({})
})

test('cuts a text at the limit without splitting a character', async () => {
  const long = 'é'.repeat(200_000)
  const alone = await addShared(sharing({ words: [long] }), null, 'fr')
  expect(alone.draft.fr.description).toBe(long.slice(0, MAX_TEXT_LENGTH))
  expect(alone.left).toEqual({ cutTo: MAX_TEXT_LENGTH })
  const smiles = await addShared(sharing({ words: ['x' + '😀'.repeat(MAX_TEXT_LENGTH)] }), null, 'fr')
  expect(smiles.draft.fr.description.isWellFormed()).toBe(true)
  expect(smiles.left).toEqual({ cutTo: MAX_TEXT_LENGTH - 1 })
  const full = await addShared(sharing({ words: [long] }), begunWith('x'.repeat(MAX_TEXT_LENGTH)), 'fr')
  expect(full.draft.fr.description).toBe('x'.repeat(MAX_TEXT_LENGTH))
  expect(full.left).toEqual({ cutTo: 0 })
})

test('cuts the longest of title, text and link, and keeps the others whole', async () => {
  const [title, link] = ['Vide-grenier', 'https://example.org/vide-grenier']
  const long = await addShared(sharing({ words: ['x'.repeat(6000), 'Dimanche', link] }), null, 'fr')
  expect(long.draft.fr.description.endsWith(`x\nDimanche\n${link}`)).toBe(true)
  expect(long.draft.fr.description.length).toBe(MAX_TEXT_LENGTH)
  expect(long.left).toEqual({ cutTo: MAX_TEXT_LENGTH })
  const text = await addShared(sharing({ words: [title, 'é'.repeat(200_000), link] }), begunWith('Déjà écrit'), 'fr')
  expect(text.draft.fr.description.startsWith(`Déjà écrit\n${title}\né`)).toBe(true)
  expect(text.draft.fr.description.endsWith(`é\n${link}`)).toBe(true)
  const noRoom = await addShared(sharing({ words: [title, link] }), begunWith('x'.repeat(MAX_TEXT_LENGTH - 8)), 'fr')
  expect(noRoom.draft.fr.description.endsWith('x\nVide-gr')).toBe(true)
})

test('uses the first readable picture and reports the others', async () => {
  const two = await addShared(sharing({ files: [broken(), await picture()] }), null, 'fr')
  expect(two.photo).not.toBeNull()
  expect(two.left).toEqual({ morePictures: 1 })
  const many = await addShared(sharing({ files: [await picture()], pictures: 9, otherFiles: 2 }), null, 'fr')
  expect(many.left).toEqual({ morePictures: 8, otherFiles: 2 })
})

test('reports why a picture cannot be used, and keeps the text', async () => {
  const unread = await addShared(sharing({ words: ['Dimanche'], files: [broken()] }), null, 'fr')
  expect(unread).toMatchObject({ photo: null, left: { photoTrouble: 'unreadable' } })
  expect(unread.draft).toMatchObject({ photo: 'none', fr: { description: 'Dimanche' } })
  const large = new File([new Uint8Array(51 * 1024 * 1024)], 'photo', { type: 'image/png' })
  expect((await addShared(sharing({ files: [large] }), null, 'fr')).left).toEqual({ photoTrouble: 'toolarge' })
  const noRoom = await addShared(sharing({ pictures: 1, kept: 1 }), null, 'fr')
  expect(noRoom.left).toEqual({ photoTrouble: 'unreadable' })
})

test('keeps the photo that the draft already has, and reports it', async () => {
  const mine = await picture()
  const { photo, draft, left } = await addShared(sharing({ files: [await picture()] }), begunWith('', mine), 'fr')
  expect(photo).toBe(mine)
  expect(draft.photo).toBe('new')
  expect(left).toEqual({ hasPhoto: true })
})

test('adds several shares one after the other, and reports once what was left out', async () => {
  const mine = await picture()
  const five = () => [
    sharing({ words: ['Samedi'], files: [broken()], otherFiles: 1 }),
    sharing({ words: ['Dimanche'], files: [mine] }),
    sharing({ files: [mine], otherFiles: 2 }),
    sharing({ words: ['é'.repeat(MAX_TEXT_LENGTH)] }),
    sharing({ words: ['Lundi'] }),
  ]
  const alone = await addAllShared(five(), null, 'fr')
  expect(alone.kept!.draft.fr.description.startsWith('Samedi\nDimanche\néé')).toBe(true)
  expect(alone.kept!.photo?.type).toBe('image/jpeg')
  const room = MAX_TEXT_LENGTH - 'Samedi\nDimanche\n'.length
  expect(alone.left).toEqual({ cutTo: room, photoTroubles: ['unreadable'], morePictures: 1, otherFiles: 3 })
  const begun = begunWith('', mine)
  const after = await addAllShared(five(), begun, 'fr')
  expect(after.kept!.photo).toBe(mine)
  expect(after.left).toEqual({ cutTo: room, hasPhoto: true, otherFiles: 3 })
  const nothing = await addAllShared([sharing({ otherFiles: 1 })], begun, 'fr')
  expect(nothing).toEqual({ kept: begun, left: { otherFiles: 1 } })
})
