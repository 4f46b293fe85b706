// @vitest-environment node
import { checkProfile } from '@parvis/contract/profile.ts'
import { expect, test } from 'vitest'
import { maskPhone } from './phone-mask.ts'

/** What the field holds after each of these keys; `<` takes the last character away. */
const typing = (keys: string, begun = '') => {
  let value = begun
  for (const key of keys) value = maskPhone(key === '<' ? value.slice(0, -1) : value + key, value)
  return value
}
const WHOLE = '+33(0)6 12 34 56 78'

test('it is written as it is typed, however it begins', () => {
  expect(typing('0')).toBe('0')
  expect(typing('06')).toBe('+33(0)6')
  expect(typing('0612')).toBe('+33(0)6 12')
  expect(typing('06123')).toBe('+33(0)6 12 3')
  for (const keys of ['0612345678', '06 12 34 56 78', '+33612345678', '+33 6 12 34 56 78', '0033612345678', WHOLE])
    expect([keys, typing(keys)]).toEqual([keys, WHOLE])
  for (const keys of ['612345678', '33612345678']) expect([keys, typing(keys)]).toEqual([keys, WHOLE])
})

test('a whole number takes no more', () => {
  expect(typing('06123456789')).toBe(WHOLE)
})

test('what is taken away does not come back', () => {
  expect(typing('0612<')).toBe('+33(0)6 1')
  expect(typing('0612<<')).toBe('+33(0)6')
  expect(typing('0612<<<')).toBe('')
  expect(typing('+33<')).toBe('')
})

test('what is pasted, or filled in by a browser, is read', () => {
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

test('what is no number of France, or too long a one, stays as it was typed', () => {
  for (const other of ['+41 22 555 12 34', '+4', '06123456789', '3615']) expect(maskPhone(other, '')).toBe(other)
})

test('takes no letters, typed or pasted, and no more characters than a number has', () => {
  expect([typing('abc'), typing('06a12b')]).toEqual(['', '+33(0)6 12'])
  expect([maskPhone('Tél. : 06 12 34 56 78', ''), maskPhone('abc', '')]).toEqual([WHOLE, ''])
  expect(maskPhone('1'.repeat(60), '')).toBe('1'.repeat(40))
})

test('the middle of a number can be mended', () => {
  expect(maskPhone('+33(0)6 12 3 56 78', WHOLE)).toBe('+33(0)6 12 3 56 78')
  expect(maskPhone('+33(0)6 12 39 56 78', '+33(0)6 12 3 56 78')).toBe('+33(0)6 12 39 56 78')
})

test('what it writes is what the rule asks for', () => {
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
