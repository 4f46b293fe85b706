// @vitest-environment node
import { expect, test } from 'vitest'
import { askedOf } from './audit.asked.ts'

test('passes on each date by itself and drops an unknown act', () => {
  expect(askedOf({ au: '2026-06-13' })).toEqual({ to: '2026-06-13' })
  expect(askedOf({ du: '2026-06-12' })).toEqual({ from: '2026-06-12' })
  expect(askedOf({ quoi: 'nothing-of-this-name' })).toEqual({})
})
