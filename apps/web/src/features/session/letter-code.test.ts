// @vitest-environment node
import { expect, test } from 'vitest'
import { isCompleteCode, normalizeCode, formatCode } from './letter-code.ts'

test('formatCode groups the code by four, however it is typed', () => {
  expect(formatCode('abcd')).toBe('ABCD')
  expect(formatCode('abcde')).toBe('ABCD E')
  expect(formatCode('abcd-efgh ijklmno')).toBe('ABCD EFGH IJKL')
  expect(formatCode(' - ')).toBe('')
})

test('normalizeCode removes separators, and isCompleteCode checks the length', () => {
  expect(normalizeCode('abcd efgh-ijkl')).toBe('ABCDEFGHIJKL')
  expect([isCompleteCode('ABCD EFGH IJKL'), isCompleteCode('ABCD EFGH')]).toEqual([true, false])
})
