// @vitest-environment node
import { validateProfile } from '@parvis/contract/profile.ts'
import { expect, test } from 'vitest'
import { maskPhone } from './phone-mask.ts'

/** Returns the field's value after these keys; `<` deletes the last character. */
const typeKeys = (keys: string, initial = '') => {
  let value = initial
  for (const key of keys) value = maskPhone(key === '<' ? value.slice(0, -1) : value + key, value)
  return value
}
const FORMATTED = '+33(0)6 12 34 56 78'

test('maskPhone formats a number while it is typed, in any notation', () => {
  expect(typeKeys('0')).toBe('0')
  expect(typeKeys('06')).toBe('+33(0)6')
  expect(typeKeys('0612')).toBe('+33(0)6 12')
  expect(typeKeys('06123')).toBe('+33(0)6 12 3')
  for (const keys of ['0612345678', '06 12 34 56 78', '+33612345678', '+33 6 12 34 56 78', '0033612345678', FORMATTED])
    expect([keys, typeKeys(keys)]).toEqual([keys, FORMATTED])
  for (const keys of ['612345678', '33612345678']) expect([keys, typeKeys(keys)]).toEqual([keys, FORMATTED])
})

test('maskPhone accepts no more digits after a complete number', () => {
  expect(typeKeys('06123456789')).toBe(FORMATTED)
})

test('maskPhone does not insert deleted characters again', () => {
  expect(typeKeys('0612<')).toBe('+33(0)6 1')
  expect(typeKeys('0612<<')).toBe('+33(0)6')
  expect(typeKeys('0612<<<')).toBe('')
  expect(typeKeys('+33<')).toBe('')
})

test('maskPhone reads numbers that are pasted or filled in by a browser', () => {
  for (const pasted of [
    '06.12.34.56.78',
    '06-12-34-56-78',
    '+33 (0)6 12 34 56 78',
    '+33 6.12.34.56.78',
    '0033 6 12345678',
  ])
    expect([pasted, maskPhone(pasted, '')]).toEqual([pasted, FORMATTED])
  expect(maskPhone('07 00 00 00 00', FORMATTED)).toBe('+33(0)7 00 00 00 00')
})

test('maskPhone does not format foreign numbers, or numbers that are too long or too short', () => {
  for (const other of ['+41 22 555 12 34', '+4', '06123456789', '3615']) expect(maskPhone(other, '')).toBe(other)
})

test('maskPhone accepts no letters and limits the length', () => {
  expect([typeKeys('abc'), typeKeys('06a12b')]).toEqual(['', '+33(0)6 12'])
  expect([maskPhone('Tél. : 06 12 34 56 78', ''), maskPhone('abc', '')]).toEqual([FORMATTED, ''])
  expect(maskPhone('1'.repeat(60), '')).toBe('1'.repeat(40))
})

test('maskPhone allows edits in the middle of a number', () => {
  expect(maskPhone('+33(0)6 12 3 56 78', FORMATTED)).toBe('+33(0)6 12 3 56 78')
  expect(maskPhone('+33(0)6 12 39 56 78', '+33(0)6 12 3 56 78')).toBe('+33(0)6 12 39 56 78')
})

test('a complete number in the notation of maskPhone passes the validation, and other numbers do not', () => {
  const rules = { role: 'neighbor', askAge: false, askAddress: false, askEmail: false, askPassword: false } as const
  const check = (phone: string) =>
    validateProfile(
      { pseudo: 'Camille', firstname: 'Camille', lastname: 'Roussel', phone },
      { ...rules, minAge: 12, known: null, today: '2026-06-01' },
    )
  expect([check(FORMATTED), check(''), check(` ${FORMATTED} `)]).toEqual([null, null, null])
  const invalid = { key: 'invalidphone', field: 'phone' }
  for (const phone of [typeKeys('0612345'), '0612345678', '+33 6 12 34 56 78', `${FORMATTED}9`, '+41 22 555 12 34'])
    expect([phone, check(phone)]).toEqual([phone, invalid])
})
