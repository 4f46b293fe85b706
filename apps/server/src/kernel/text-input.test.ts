import { expect, it } from 'vitest'
import { singleLine, trimmed } from './text-input.ts'

it.each([
  ['  12,50\n\t€ ', '12,50 €'],
  // Direction marks, and characters that a database cannot store.
  ['\u202e12,50 €\u202c', '12,50 €'],
  ['\u2066a\u2069\0b', 'a b'],
  ['مرحبا', 'مرحبا'],
  ['👩‍👧', '👩‍👧'],
  [' \u202e ', null],
  [null, null],
  [undefined, undefined],
])('singleLine(%j) returns %j', (text, expected) => {
  expect(singleLine(text)).toBe(expected)
})

it('trimmed keeps line breaks', () => {
  expect(trimmed(' a\n\nb\0 ')).toBe('a\n\nb')
})
