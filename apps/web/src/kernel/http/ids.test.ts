// @vitest-environment node
import { expect, test } from 'vitest'
import { isId } from './ids.ts'

test('isId accepts a UUID in upper or lower case and nothing else', () => {
  const id = '01a22822-818f-7000-9ca3-0640094f7629'
  expect([id, id.toUpperCase()].map(isId)).toEqual([true, true])
  for (const other of [
    undefined,
    null,
    12,
    true,
    {},
    '',
    'all',
    `${id} `,
    `x${id}`,
    id.replace('-', ''),
    '-'.repeat(36),
  ])
    expect([other, isId(other)]).toEqual([other, false])
})
