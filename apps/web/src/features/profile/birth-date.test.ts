// @vitest-environment node
import { expect, test } from 'vitest'
import { maskDate } from './birth-date.ts'

/** What the field holds after each of these keys; `<` takes the last character away. */
const typing = (keys: string) => {
  let value = ''
  for (const key of keys) value = maskDate(key === '<' ? value.slice(0, -1) : value + key, value)
  return value
}

test('the slashes come by themselves', () => {
  expect(typing('1')).toBe('1')
  expect(typing('12')).toBe('12/')
  expect(typing('1205')).toBe('12/05/')
  expect(typing('12051990')).toBe('12/05/1990')
  expect(typing('120519901')).toBe('12/05/1990')
})

test('who writes them too has them once, and a single figure is a day or month below ten', () => {
  expect(typing('12/05/1990')).toBe('12/05/1990')
  expect(typing('1/5/1990')).toBe('01/05/1990')
  expect(typing('1.5.1990')).toBe('01/05/1990')
})

test('what is taken away does not come back', () => {
  expect(typing('12<')).toBe('12')
  expect(typing('12<<')).toBe('1')
  expect(typing('12051<')).toBe('12/05/')
  expect(typing('12051<<<')).toBe('12/0')
})

test('the middle of a date can be mended', () => {
  expect(maskDate('12//1990', '12/05/1990')).toBe('12//1990')
  expect(maskDate('12/06/1990', '12/0/1990')).toBe('12/06/1990')
})

test('what a browser fills in, or is pasted, is read', () => {
  expect(maskDate('1990-05-12', '')).toBe('12/05/1990')
  expect(maskDate('12.05.1990', '')).toBe('12/05/1990')
  expect(maskDate('né le 12 05 1990', '')).toBe('12/05/1990')
  expect(maskDate('abc', '')).toBe('')
})
