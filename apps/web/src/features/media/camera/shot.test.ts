// @vitest-environment node
import { expect, test } from 'vitest'
import { visiblePartOf } from './shot.ts'

test.each([
  // A wide frame in a tall window loses its sides.
  [{ width: 1600, height: 800 }, { width: 300, height: 600 }, 1, { x: 600, y: 0, width: 400, height: 800 }],
  // A tall frame in a wide window loses its top and bottom.
  [{ width: 800, height: 1600 }, { width: 600, height: 300 }, 1, { x: 0, y: 600, width: 800, height: 400 }],
  [{ width: 800, height: 400 }, { width: 800, height: 400 }, 2, { x: 200, y: 100, width: 400, height: 200 }],
])(
  'visiblePartOf returns the middle of a picture of %j in a window of %j at zoom %d',
  (source, window, zoom, visible) => {
    expect(visiblePartOf(source, window, zoom)).toEqual(visible)
  },
)
