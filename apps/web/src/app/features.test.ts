import { expect, test } from 'vitest'
import { outboxKinds } from './features.ts'

test('each kind of outbox item is declared by one feature', () => {
  const kinds = outboxKinds.map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['answer', 'message', 'post', 'profile', 'publication', 'report'])
})
