// @vitest-environment node
import { expect, test } from 'vitest'
import { isLong } from './post-text.ts'

test('isLongText counts characters and lines', () => {
  expect(isLong('short')).toBe(false)
  expect(isLong('x'.repeat(421))).toBe(true)
  expect(isLong('a\n'.repeat(9))).toBe(true)
})
