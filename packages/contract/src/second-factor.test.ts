import { expect, test } from 'vitest'
import { validateFactorCode, normalizeFactorCode } from './second-factor.ts'

test('normalizeFactorCode ignores spaces and separators around and within a code', () => {
  for (const typed of ['123456', ' 123 456 ', '123-456', '123\u00a0456\n', '１２３４５６'])
    expect(normalizeFactorCode(typed)).toBe('123456')
  for (const typed of ['abcd-efgh-jklm', 'ABCD EFGH JKLM', ' abcd\u2011efgh\u2011jklm'])
    expect(normalizeFactorCode(typed)).toBe('ABCDEFGHJKLM')
})

test('validateFactorCode checks only the presence and the length', () => {
  const errorKey = (typed: string | undefined) => validateFactorCode(typed)?.key ?? null
  expect([undefined, '', ' ', '-'].map(errorKey)).toEqual(Array.from({ length: 4 }, () => 'codemissing'))
  expect(['12345', '1234567', 'ABCD-EFGH', 'ABCD-EFGH-JKLM-N'].map(errorKey)).toEqual(
    Array.from({ length: 4 }, () => 'badcode'),
  )
  expect(['123 456', 'abcd-efgh-jklm'].map(errorKey)).toEqual([null, null])
})
