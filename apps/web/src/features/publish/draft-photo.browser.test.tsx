import { afterEach, expect, test } from 'vitest'
import { clearDraftPhotos, saveDraftPhoto } from '#web/kernel/picture/draft-photos.ts'
import { deletePostDraft, findPostDraft, savePostDraft } from './draft-store.ts'
import { newDraft } from './post-draft.ts'
import { preparePhoto, PICTURE_SIDE_PX } from '#web/kernel/picture/prepare-photo.ts'

const draft = { ...newDraft(), photo: 'new' as const }

afterEach(async () => {
  localStorage.clear()
  await clearDraftPhotos()
})

/** Creates a photo with a red left half and the EXIF orientation 6 (a quarter turn). */
const createRotatedPhoto = async (width: number, height: number) => {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  context.fillStyle = 'blue'
  context.fillRect(0, 0, width, height)
  context.fillStyle = 'red'
  context.fillRect(0, 0, width / 2, height)
  const jpeg = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())
  const orientation = 6
  const exif = [
    0xff,
    0xe1,
    0,
    34,
    0x45,
    0x78,
    0x69,
    0x66,
    0,
    0,
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ]
  return new File([jpeg.slice(0, 2), new Uint8Array(exif), jpeg.slice(2)], 'photo.jpg', { type: 'image/jpeg' })
}

test('a photo is turned upright, scaled down, and stripped of its EXIF data', async () => {
  const { photo } = await preparePhoto(await createRotatedPhoto(3000, 2000))
  const bitmap = await createImageBitmap(photo!)
  expect([bitmap.width, bitmap.height]).toEqual([Math.round((PICTURE_SIDE_PX * 2) / 3), PICTURE_SIDE_PX])
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
  context.drawImage(bitmap, 0, 0)
  const [red, , blue] = context.getImageData(bitmap.width / 2, 10, 1, 1).data
  expect([red! > 200, blue! < 60]).toEqual([true, true])
  expect(await photo!.text()).not.toContain('Exif')
})

test('the photo of a draft is stored until the draft is deleted or somebody else logs in', async () => {
  savePostDraft('u1', draft)
  await saveDraftPhoto('u1', new Blob(['picture'], { type: 'image/jpeg' }))
  const stored = await findPostDraft('u1')
  expect(stored?.draft).toEqual(draft)
  expect(await stored?.photo?.text()).toBe('picture')
  deletePostDraft('u1')
  savePostDraft('u1', draft)
  expect(await findPostDraft('u1')).toMatchObject({ draft: { photo: 'none' }, photo: null })
  await saveDraftPhoto('u1', new Blob(['picture']))
  await clearDraftPhotos('u1')
  expect(await findPostDraft('u1')).toMatchObject({ photo: expect.any(Blob) })
  await clearDraftPhotos('u2')
  expect(await findPostDraft('u1')).toMatchObject({ photo: null })
})
