// @vitest-environment node
import { expect, test } from 'vitest'
import { isLongText } from './post-text.ts'

test('isLongText is true for a text with too many characters or too many lines', () => {
  expect(isLongText('short')).toBe(false)
  expect(isLongText('x'.repeat(421))).toBe(true)
  expect(isLongText('a\n'.repeat(9))).toBe(true)
})
