// @vitest-environment node
import { expect, test } from 'vitest'
import { languageOverLimit } from './language-over-limit.ts'

test('languageOverLimit returns the language whose text is too long, French first', () => {
  const body = (fr: string | null, en: string | null) => ({ title: fr, lang: { en: { title: en } } })
  const limits = { title: 3, alt: 1 }
  expect(languageOverLimit(body('abc', 'abc'), limits)).toBeUndefined()
  expect(languageOverLimit(body(null, null), limits)).toBeUndefined()
  expect(languageOverLimit(body('abc', 'abcd'), limits)).toBe('en')
  expect(languageOverLimit(body('abcd', 'abcd'), limits)).toBe('fr')
  expect(languageOverLimit(body('', 'abcd'), { alt: 1 })).toBeUndefined()
  expect(languageOverLimit({}, limits)).toBeUndefined()
})
