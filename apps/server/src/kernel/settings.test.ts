import { expect, it } from 'vitest'
import { readFlag } from './settings.ts'

const readFlagOrMessage = (value: string | undefined) => {
  try {
    return readFlag({ SHELLS: value }, 'SHELLS')
  } catch (error) {
    return (error as Error).message
  }
}

it.each([
  ['1', true],
  ['true', true],
  ['YES', true],
  ['On', true],
  [' 1 ', true],
  ['0', false],
  ['False', false],
  ['no', false],
  ['OFF', false],
  ['', undefined],
  [undefined, undefined],
])('readFlag reads "%s" as %s', (value, on) => {
  expect(readFlagOrMessage(value)).toBe(on)
})

it.each(['2', 'oui', 'enabled', '-1', 'y'])('readFlag throws an error for "%s"', value => {
  expect(readFlagOrMessage(value)).toBe(`SHELLS must be 1 or 0 (true or false, yes or no, on or off), not "${value}".`)
})
