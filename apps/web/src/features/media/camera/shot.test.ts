// @vitest-environment node
import { expect, test } from 'vitest'
import { seenOf } from './shot.ts'

test.each([
  // a wide film in a tall window: its sides are cut
  [{ width: 1600, height: 800 }, { width: 300, height: 600 }, 1, { x: 600, y: 0, width: 400, height: 800 }],
  // a tall film in a wide window: above and below
  [{ width: 800, height: 1600 }, { width: 600, height: 300 }, 1, { x: 0, y: 600, width: 800, height: 400 }],
  [{ width: 800, height: 400 }, { width: 800, height: 400 }, 2, { x: 200, y: 100, width: 400, height: 200 }],
])('of %j in %j at %d times', (film, window, zoom, seen) => {
  expect(seenOf(film, window, zoom)).toEqual(seen)
})
