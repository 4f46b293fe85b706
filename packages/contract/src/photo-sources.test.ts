import { expect, test } from 'vitest'
import { photoSources } from './photo-sources.ts'

const media = (width: number, height: number) => ({ uri: '/media/1', width, height, thumbhash: '' })

test('photoSources offers each stored size with its true width', () => {
  expect(photoSources(media(1600, 1000))).toEqual({
    src: '/media/1/full',
    srcSet: '/media/1/thumb 160w, /media/1/card 800w, /media/1/full 1600w',
  })
})

test('photoSources computes the width of a portrait picture from its longest side', () => {
  expect(photoSources(media(1000, 2000)).srcSet).toBe('/media/1/thumb 80w, /media/1/card 400w, /media/1/full 1000w')
})

test('photoSources omits sizes that are not larger than the previous one', () => {
  expect(photoSources(media(600, 400))).toEqual({
    src: '/media/1/card',
    srcSet: '/media/1/thumb 160w, /media/1/card 600w',
  })
  expect(photoSources(media(120, 90))).toEqual({ src: '/media/1/thumb', srcSet: '/media/1/thumb 120w' })
})
