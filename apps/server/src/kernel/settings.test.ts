import { expect, it } from 'vitest'
import { readFlag } from './settings.ts'

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
])('a switch that is set to "%s" is %s', (word, on) => {
  expect(readFlag({ SHELLS: word }, 'SHELLS')).toBe(on)
})

it.each(['2', 'oui', 'enabled', '-1', 'y'])('a switch is not guessed from "%s"', word => {
  expect(() => readFlag({ SHELLS: word }, 'SHELLS')).toThrow(
    `SHELLS must be 1 or 0 (true or false, yes or no, on or off), not "${word}".`,
  )
})
