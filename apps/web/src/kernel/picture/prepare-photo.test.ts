// @vitest-environment node
import { expect, test } from 'vitest'
import { fitInto, MAX_PICKED_BYTES, preparePhoto, cropSquare, validatePhotoFile } from './prepare-photo.ts'

test('fitInto scales a large photo down, and does not change the size of a small one', () => {
  expect(fitInto({ width: 4000, height: 3000 }, 2048)).toEqual({ width: 2048, height: 1536 })
  expect(fitInto({ width: 3000, height: 4000 }, 2048)).toEqual({ width: 1536, height: 2048 })
  expect(fitInto({ width: 640, height: 480 }, 2048)).toEqual({ width: 640, height: 480 })
  expect(fitInto({ width: 40_000, height: 2 }, 2048)).toEqual({ width: 2048, height: 1 })
})

test('cropSquare returns a square within the picture despite rounding', () => {
  const photo = { width: 4000, height: 3000 }
  expect(cropSquare(photo, { x: 10, y: 20, width: 37.5, height: 50 })).toEqual({
    x: 400,
    y: 600,
    width: 1500,
    height: 1500,
  })
  // This area extends slightly beyond the corner of the picture.
  expect(cropSquare(photo, { x: 62.51, y: 50.01, width: 37.5, height: 50 })).toEqual({
    x: 2500,
    y: 1500,
    width: 1500,
    height: 1500,
  })
  expect(cropSquare(photo, { x: -0.01, y: 0, width: 75.02, height: 100 })).toEqual({
    x: 0,
    y: 0,
    width: 3000,
    height: 3000,
  })
  expect(cropSquare({ width: 500, height: 505 }, { x: 0, y: 0, width: 100, height: 100 })).toEqual({
    x: 0,
    y: 0,
    width: 500,
    height: 500,
  })
  expect(cropSquare({ width: 30_000, height: 20 }, { x: 50, y: 0, width: 20 / 300, height: 100 })).toEqual({
    x: 15_000,
    y: 0,
    width: 20,
    height: 20,
  })
  expect(cropSquare({ width: 3, height: 9000 }, { x: 40, y: 99.99, width: 25, height: 0.01 })).toEqual({
    x: 1,
    y: 8999,
    width: 1,
    height: 1,
  })
  expect(cropSquare({ width: 1, height: 1 }, { x: 0, y: 0, width: 100, height: 100 })).toEqual({
    x: 0,
    y: 0,
    width: 1,
    height: 1,
  })
})

test('a file that is no picture or far too large is refused before it is read', () => {
  const file = { type: 'image/jpeg', size: 1000, name: 'cat.jpg' }
  expect(validatePhotoFile(file)).toBeNull()
  expect(validatePhotoFile({ ...file, type: 'application/pdf', name: 'cat.pdf' })).toBe('nopicture')
  expect(validatePhotoFile({ ...file, type: 'image/svg+xml', name: 'cat.svg' })).toBe('nopicture')
  expect(validatePhotoFile({ ...file, type: '', name: 'cat' })).toBe('nopicture')
  expect(validatePhotoFile({ ...file, size: MAX_PICKED_BYTES + 1 })).toBe('toolarge')
  // Some systems and apps provide no file type, so the name decides.
  for (const name of ['IMG_0001.HEIC', 'cat.jpg', 'cat.JPEG', 'cat.png', 'cat.webp'])
    expect(validatePhotoFile({ ...file, type: '', name })).toBeNull()
  for (const name of ['cat.svg', 'cat.pdf', 'jpg'])
    expect(validatePhotoFile({ ...file, type: '', name })).toBe('nopicture')
})

test('preparePhoto returns `heic` for a HEIC photo that cannot be decoded, and `unreadable` for any other file', async () => {
  const heic = new File([new Uint8Array([0, 0, 0, 24]), 'ftypheic', new Uint8Array(20)], 'IMG_0001.heic', {
    type: 'image/heic',
  })
  expect(await preparePhoto(heic)).toEqual({ trouble: 'heic' })
  expect(await preparePhoto(new File(['not a picture at all'], 'cat.jpg', { type: 'image/jpeg' }))).toEqual({
    trouble: 'unreadable',
  })
  expect(await preparePhoto(new File([], 'cat.jpg', { type: 'image/jpeg' }))).toEqual({ trouble: 'unreadable' })
})
