// @vitest-environment node
import { expect, test } from 'vitest'
import { beginWith } from './begin-with.ts'

const all = ['Respect', 'No scams']

test('a reason begins with one of the rules at most; what was written stays', () => {
  expect(beginWith('Respect', '', all)).toBe('Respect')
  expect(beginWith('Respect', 'He shouts', all)).toBe('Respect. He shouts')
  expect(beginWith('No scams', 'Respect. He shouts', all)).toBe('No scams. He shouts')
  expect(beginWith('No scams', 'No scams. He shouts', all)).toBe('He shouts')
  expect(beginWith('Respect', 'Respect', all)).toBe('')
})
