import { expect, test } from 'vitest'
import { fitted, MAX_PICKED_BYTES, partOf, preparePhoto, troubleBefore } from './prepare-photo.ts'

test('a large photo is made smaller, a small one stays', () => {
  expect(fitted({ width: 4000, height: 3000 }, 2048)).toEqual({ width: 2048, height: 1536 })
  expect(fitted({ width: 3000, height: 4000 }, 2048)).toEqual({ width: 1536, height: 2048 })
  expect(fitted({ width: 640, height: 480 }, 2048)).toEqual({ width: 640, height: 480 })
  expect(fitted({ width: 40_000, height: 2 }, 2048)).toEqual({ width: 2048, height: 1 })
})

test('a face is the square in the middle of a photo', () => {
  expect(partOf({ width: 4000, height: 3000 }, 'square')).toEqual({ x: 500, y: 0, width: 3000, height: 3000 })
  expect(partOf({ width: 3000, height: 4001 }, 'square')).toEqual({ x: 0, y: 501, width: 3000, height: 3000 })
  expect(partOf({ width: 40, height: 30 }, 'whole')).toEqual({ x: 0, y: 0, width: 40, height: 30 })
})

test('what is no picture, or far too large, is told before anything is read', () => {
  const file = { type: 'image/jpeg', size: 1000, name: 'cat.jpg' }
  expect(troubleBefore(file)).toBeNull()
  expect(troubleBefore({ ...file, type: 'application/pdf', name: 'cat.pdf' })).toBe('nopicture')
  expect(troubleBefore({ ...file, type: 'image/svg+xml', name: 'cat.svg' })).toBe('nopicture')
  expect(troubleBefore({ ...file, type: '', name: 'cat' })).toBe('nopicture')
  expect(troubleBefore({ ...file, size: MAX_PICKED_BYTES + 1 })).toBe('toolarge')
  // some computers know no type for it
  expect(troubleBefore({ ...file, type: '', name: 'IMG_0001.HEIC' })).toBeNull()
})

test('a photo that the browser cannot decode says whether it is an iPhone’s', async () => {
  const heic = new File([new Uint8Array([0, 0, 0, 24]), 'ftypheic', new Uint8Array(20)], 'IMG_0001.heic', {
    type: 'image/heic',
  })
  expect(await preparePhoto(heic)).toEqual({ trouble: 'heic' })
  expect(await preparePhoto(new File(['not a picture at all'], 'cat.jpg', { type: 'image/jpeg' }))).toEqual({
    trouble: 'unreadable',
  })
  expect(await preparePhoto(new File([], 'cat.jpg', { type: 'image/jpeg' }))).toEqual({ trouble: 'unreadable' })
})
