// @vitest-environment node
import { checkProfile } from '@parvis/contract/profile.ts'
import { expect, test } from 'vitest'
import { maskPhone } from './phone-mask.ts'

/** Returns the field's value after these keys; `<` deletes the last character. */
const typing = (keys: string, begun = '') => {
  let value = begun
  for (const key of keys) value = maskPhone(key === '<' ? value.slice(0, -1) : value + key, value)
  return value
}
const WHOLE = '+33(0)6 12 34 56 78'

test('formats a number while it is typed, in any notation', () => {
  expect(typing('0')).toBe('0')
  expect(typing('06')).toBe('+33(0)6')
  expect(typing('0612')).toBe('+33(0)6 12')
  expect(typing('06123')).toBe('+33(0)6 12 3')
  for (const keys of ['0612345678', '06 12 34 56 78', '+33612345678', '+33 6 12 34 56 78', '0033612345678', WHOLE])
    expect([keys, typing(keys)]).toEqual([keys, WHOLE])
  for (const keys of ['612345678', '33612345678']) expect([keys, typing(keys)]).toEqual([keys, WHOLE])
})

test('accepts no more digits after a complete number', () => {
  expect(typing('06123456789')).toBe(WHOLE)
})

test('does not insert deleted characters again', () => {
  expect(typing('0612<')).toBe('+33(0)6 1')
  expect(typing('0612<<')).toBe('+33(0)6')
  expect(typing('0612<<<')).toBe('')
  expect(typing('+33<')).toBe('')
})

test('reads numbers that are pasted or filled in by a browser', () => {
  for (const pasted of [
    '06.12.34.56.78',
    '06-12-34-56-78',
    '+33 (0)6 12 34 56 78',
    '+33 6.12.34.56.78',
    '0033 6 12345678',
  ])
    expect([pasted, maskPhone(pasted, '')]).toEqual([pasted, WHOLE])
  expect(maskPhone('07 00 00 00 00', WHOLE)).toBe('+33(0)7 00 00 00 00')
})

test('leaves foreign numbers and numbers that are too long as typed', () => {
  for (const other of ['+41 22 555 12 34', '+4', '06123456789', '3615']) expect(maskPhone(other, '')).toBe(other)
})

test('accepts no letters and limits the length', () => {
  expect([typing('abc'), typing('06a12b')]).toEqual(['', '+33(0)6 12'])
  expect([maskPhone('Tél. : 06 12 34 56 78', ''), maskPhone('abc', '')]).toEqual([WHOLE, ''])
  expect(maskPhone('1'.repeat(60), '')).toBe('1'.repeat(40))
})

test('allows edits in the middle of a number', () => {
  expect(maskPhone('+33(0)6 12 3 56 78', WHOLE)).toBe('+33(0)6 12 3 56 78')
  expect(maskPhone('+33(0)6 12 39 56 78', '+33(0)6 12 3 56 78')).toBe('+33(0)6 12 39 56 78')
})

test('produces what the validation rule expects', () => {
  const terms = { role: 'neighbor', askAge: false, askAddress: false, askEmail: false, askPassword: false } as const
  const check = (phone: string) =>
    checkProfile(
      { pseudo: 'Camille', firstname: 'Camille', lastname: 'Roussel', phone },
      { ...terms, minAge: 12, known: null, today: '2026-06-01' },
    )
  expect([check(WHOLE), check(''), check(` ${WHOLE} `)]).toEqual([null, null, null])
  const broken = { key: 'invalidphone', field: 'phone' }
  for (const phone of [typing('0612345'), '0612345678', '+33 6 12 34 56 78', `${WHOLE}9`, '+41 22 555 12 34'])
    expect([phone, check(phone)]).toEqual([phone, broken])
})
