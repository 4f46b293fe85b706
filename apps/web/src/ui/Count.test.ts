// @vitest-environment node
import { expect, test } from 'vitest'
import { formatCount } from './Count.tsx'

test('Count shows numbers up to 99', () => {
  expect([1, 99, 100].map(formatCount)).toEqual(['1', '99', '99+'])
})
