// @vitest-environment node
import { expect, test } from 'vitest'
import { isWholeCode, plainCode, writtenCode } from './letter-code.ts'

test('formatCode groups the code by four, however it is typed', () => {
  expect(writtenCode('abcd')).toBe('ABCD')
  expect(writtenCode('abcde')).toBe('ABCD E')
  expect(writtenCode('abcd-efgh ijklmno')).toBe('ABCD EFGH IJKL')
  expect(writtenCode(' - ')).toBe('')
})

test('normalizeCode removes separators, and isCompleteCode checks the length', () => {
  expect(plainCode('abcd efgh-ijkl')).toBe('ABCDEFGHIJKL')
  expect([isWholeCode('ABCD EFGH IJKL'), isWholeCode('ABCD EFGH')]).toEqual([true, false])
})
