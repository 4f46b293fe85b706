// @vitest-environment node
import { expect, test } from 'vitest'
import { findPastedVideo } from './pasted-video.ts'

const id = 'dQw4w9WgXcQ'

test.each([
  `https://youtu.be/${id} `,
  `Look: https://www.youtube.com/watch?v=${id}\n`,
  `so https://www.youtube.com/live/${id}?feature=share, `,
  `m.youtube.com/watch?v=${id}, `,
])('findPastedVideo finds the link that has just been completed in %j', text => {
  expect(findPastedVideo(text)).toContain(id)
})

test.each([
  `https://youtu.be/${id}`,
  `https://youtu.be/${id} and`,
  `https://example.org/${id} `,
  'youtu.b ',
  '',
  '        ',
  `https://youtu.be/${id}x `,
])('findPastedVideo finds no link in %j', text => {
  expect(findPastedVideo(text)).toBeNull()
})

test('findPastedVideo reads a long text without a link within 200 ms', () => {
  const started = performance.now()
  expect(findPastedVideo(`${'a'.repeat(5_000)}${' '.repeat(5_000)}b`)).toBeNull()
  expect(findPastedVideo('a, '.repeat(2_000))).toBeNull()
  expect(performance.now() - started).toBeLessThan(200)
})
