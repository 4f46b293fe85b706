// @vitest-environment node
import { expect, test } from 'vitest'
import { isLong } from './post-text.ts'

test('a text is long by its letters or by its lines', () => {
  expect(isLong('short')).toBe(false)
  expect(isLong('x'.repeat(421))).toBe(true)
  expect(isLong('a\n'.repeat(9))).toBe(true)
})
