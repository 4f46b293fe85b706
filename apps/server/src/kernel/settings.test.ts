import { expect, it } from 'vitest'
import { readFlag } from './settings.ts'

/** What a switch says, or why it is refused. */
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
])('a switch that is set to "%s" is %s', (word, on) => {
  expect(read(word)).toBe(on)
})

it.each(['2', 'oui', 'enabled', '-1', 'y'])('a switch is not guessed from "%s"', word => {
  expect(read(word)).toBe(`SHELLS must be 1 or 0 (true or false, yes or no, on or off), not "${word}".`)
})
