// @vitest-environment node
import { expect, test } from 'vitest'
import { shownCount } from './Count.tsx'

test('shows numbers up to 99', () => {
  expect([1, 99, 100].map(shownCount)).toEqual(['1', '99', '99+'])
})
