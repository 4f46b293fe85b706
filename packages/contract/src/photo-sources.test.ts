import { expect, test } from 'vitest'
import { photoSources } from './photo-sources.ts'

const media = (width: number, height: number) => ({ uri: '/media/1', width, height, thumbhash: '' })

test('offers each stored size up to the largest wanted, with its true width', () => {
  expect(photoSources(media(1600, 1000), 'full')).toEqual({ src: '/media/1/full', srcSet: '/media/1/thumb 160w, /media/1/card 800w, /media/1/full 1600w' })
  expect(photoSources(media(1600, 1000), 'card').src).toBe('/media/1/card')
})

test('counts the longest side: an upright picture is narrower', () => {
  expect(photoSources(media(1000, 2000), 'card').srcSet).toBe('/media/1/thumb 80w, /media/1/card 400w')
})

test('leaves out sizes that would add no pixel', () => {
  expect(photoSources(media(600, 400), 'full')).toEqual({ src: '/media/1/card', srcSet: '/media/1/thumb 160w, /media/1/card 600w' })
  expect(photoSources(media(120, 90), 'full')).toEqual({ src: '/media/1/thumb', srcSet: '/media/1/thumb 120w' })
})
