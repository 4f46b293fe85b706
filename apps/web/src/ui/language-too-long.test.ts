// @vitest-environment node
import { expect, test } from 'vitest'
import { languageTooLong } from './language-too-long.ts'

test('is the one with a word beyond what its field takes', () => {
  const words = (fr: string, en: string) => ({ fr: { title: fr, text: '' }, en: { title: en, text: '' } })
  const most = { title: 3, text: 3 }
  expect(languageTooLong(words('abc', 'abc'), most)).toBeUndefined()
  expect(languageTooLong(words('abc', 'abcd'), most)).toBe('en')
  expect(languageTooLong(words('abcd', 'abcd'), most)).toBe('fr')
  expect(languageTooLong(words('', 'abcd'), { text: 3 })).toBeUndefined()
})
