// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { isOurPicture } from './our-picture.ts'
import { fitSize, clampTransform, MAX_SCALE, FITTED, zoomAt } from './zoom.ts'

const screen = { width: 400, height: 800 }
const size = fitSize({ width: 1600, height: 1000 }, screen)

test('fitSize makes the whole picture fit on the screen', () => expect(size).toEqual({ width: 400, height: 250 }))

describe('zooming', () => {
  test('keeps the point under the finger in place', () => {
    const point = { x: 120, y: -40 }
    const before = { scale: 1.5, x: 30, y: 10 }
    const after = zoomAt(before, 2, point)
    const pointUnder = (transform: typeof before) => [
      (point.x - transform.x) / transform.scale,
      (point.y - transform.y) / transform.scale,
    ]
    expect(pointUnder(after)[0]).toBeCloseTo(pointUnder(before)[0]!)
    expect(pointUnder(after)[1]).toBeCloseTo(pointUnder(before)[1]!)
  })

  test('stops at the maximum and at the fitted size', () => {
    expect(zoomAt(FITTED, 100).scale).toBe(MAX_SCALE)
    expect(clampTransform(zoomAt({ scale: 2, x: 300, y: 0 }, 0.1), size, screen)).toEqual(FITTED)
  })
})

describe('panning', () => {
  test('stops at the edges of the picture', () =>
    expect(clampTransform({ scale: 2, x: 1000, y: -1000 }, size, screen)).toEqual({ scale: 2, x: 200, y: 0 }))
  test('reaches every corner of a large picture', () =>
    expect(clampTransform({ scale: 6, x: -1000, y: 350 }, size, screen)).toEqual({ scale: 6, x: -1000, y: 350 }))
})

test.each([
  'https://evil.example/a.png',
  '//evil.example/media/a',
  '/media/../api/auth',
  '/media/a/full',
  'javascript:alert(1)',
  '',
  undefined,
  7,
])('isOurPicture rejects %s', uri => {
  expect(isOurPicture(uri)).toBe(false)
})
test('isOurPicture accepts a media URI', () =>
  expect(isOurPicture('/media/0199f15d-9f9c-7de6-a71a-a6c1331d349f')).toBe(true))
