// @vitest-environment node
import { expect, test } from 'vitest'
import { auditParamsOf } from './audit.params.ts'

test('auditParamsOf accepts a start or an end date alone, and drops an unknown act', () => {
  expect(auditParamsOf({ au: '2026-06-13' })).toEqual({ to: '2026-06-13' })
  expect(auditParamsOf({ du: '2026-06-12' })).toEqual({ from: '2026-06-12' })
  expect(auditParamsOf({ quoi: 'nothing-of-this-name' })).toEqual({})
})
