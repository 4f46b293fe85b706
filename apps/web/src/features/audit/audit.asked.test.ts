// @vitest-environment node
import { expect, test } from 'vitest'
import { askedOf } from './audit.asked.ts'

test('the log is narrowed by each of its days alone, and by no act that there is not', () => {
  expect(askedOf({ au: '2026-06-13' })).toEqual({ to: '2026-06-13' })
  expect(askedOf({ du: '2026-06-12' })).toEqual({ from: '2026-06-12' })
  expect(askedOf({ quoi: 'nothing-of-this-name' })).toEqual({})
})
