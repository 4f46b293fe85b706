import { expect, test } from 'vitest'
import { isDialablePhone, formatPhone } from './phone-format.ts'

const formatted = (phone: string) => formatPhone(phone).replaceAll('\u00a0', ' ')

test.each([
  '0465712099',
  '+33(0)4 65 71 20 99',
  '+33465712099',
  '0033 4 65.71.20.99',
  '04-65-71-20-99',
  ' 04 657 120 99 ',
])('formatPhone formats "%s" in pairs of digits', phone => expect(formatted(phone)).toBe('04 65 71 20 99'))

test.each(['112', '3114', '18 18', '+41 22 555 12 34', '+33 4 65', '0000000000', 'abc'])(
  'formatPhone leaves "%s" as typed',
  phone => expect(formatPhone(phone)).toBe(phone),
)

test('formatPhone puts no-break spaces between the pairs', () => expect(formatPhone('0465712099')).not.toMatch(/ /))

test.each([
  ['+33(0)4 65 71 20 99', true],
  ['04657120991', false],
  ['10465712099', false],
  ['+41 22 555 12 34', true],
  ['0041 (0)22 555 12 34', true],
  ['+41 22', false],
  ['+41 22 555 12 34 55 66 77', false],
  ['+33 4 65', false],
  ['+41 +33465712099', false],
  ['112', false],
])('isDialablePhone("%s") is %s', (phone, expected) => expect(isDialablePhone(phone)).toBe(expected))

test('formatPhone trims a number that it does not format', () => expect(formatPhone(' 112 ')).toBe('112'))
