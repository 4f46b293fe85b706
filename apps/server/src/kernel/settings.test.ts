import { expect, it } from 'vitest'
import { readFlag } from './settings.ts'

const read = (word: string | undefined) => {
  try {
    return readFlag({ SHELLS: word }, 'SHELLS')
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
])('reads a switch set to "%s" as %s', (word, on) => {
  expect(read(word)).toBe(on)
})

it.each(['2', 'oui', 'enabled', '-1', 'y'])('refuses a switch set to "%s"', word => {
  expect(read(word)).toBe(`SHELLS must be 1 or 0 (true or false, yes or no, on or off), not "${word}".`)
})
