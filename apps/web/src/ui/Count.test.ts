// @vitest-environment node
import { expect, test } from 'vitest'
import { formatCount } from './Count.tsx'

test('formatCount returns numbers up to 99, and `99+` for larger ones', () => {
  expect([1, 99, 100].map(formatCount)).toEqual(['1', '99', '99+'])
})
