// @vitest-environment node
import { expect, test } from 'vitest'
import { maskDate } from './date-mask.ts'

/** Returns the field's value after these keys; `<` deletes the last character. */
const typeKeys = (keys: string) => {
  let value = ''
  for (const key of keys) value = maskDate(key === '<' ? value.slice(0, -1) : value + key, value)
  return value
}

test('maskDate inserts the slashes while typing', () => {
  expect(typeKeys('1')).toBe('1')
  expect(typeKeys('12')).toBe('12/')
  expect(typeKeys('1205')).toBe('12/05/')
  expect(typeKeys('12051990')).toBe('12/05/1990')
  expect(typeKeys('120519901')).toBe('12/05/1990')
})

test('maskDate accepts typed slashes and pads a day or month of one digit', () => {
  expect(typeKeys('12/05/1990')).toBe('12/05/1990')
  expect(typeKeys('1/5/1990')).toBe('01/05/1990')
  expect(typeKeys('1.5.1990')).toBe('01/05/1990')
})

test('maskDate does not insert a deleted slash again', () => {
  expect(typeKeys('12<')).toBe('12')
  expect(typeKeys('12<<')).toBe('1')
  expect(typeKeys('12051<')).toBe('12/05/')
  expect(typeKeys('12051<<<')).toBe('12/0')
})

test('maskDate allows edits in the middle of a date', () => {
  expect(maskDate('12//1990', '12/05/1990')).toBe('12//1990')
  expect(maskDate('12/06/1990', '12/0/1990')).toBe('12/06/1990')
})

test('maskDate reads dates that are pasted or filled in by a browser', () => {
  expect(maskDate('1990-05-12', '')).toBe('12/05/1990')
  expect(maskDate('12.05.1990', '')).toBe('12/05/1990')
  expect(maskDate('né le 12 05 1990', '')).toBe('12/05/1990')
  expect(maskDate('abc', '')).toBe('')
})
