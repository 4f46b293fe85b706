// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { createEntities } from './entities.ts'

test('a change of an entity notifies the listeners of its id, and the listeners of all ids once per batch', () => {
  const entities = createEntities<string>()
  const [one, other, all] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()]
  entities.subscribe(one, 'a')
  entities.subscribe(other, 'b')
  const stop = entities.subscribe(all)
  entities.batch(() => {
    entities.change('a', () => 'first')
    entities.change('c', () => 'third')
  })
  expect([one.mock.calls.length, other.mock.calls.length, all.mock.calls.length]).toEqual([1, 0, 1])
  entities.change('a', before => before)
  expect([one.mock.calls.length, all.mock.calls.length]).toEqual([1, 1])
  stop()
  entities.change('a', before => `${before} changed`)
  expect([entities.get('a'), one.mock.calls.length, all.mock.calls.length]).toEqual(['first changed', 2, 1])
})

test('clearing the store removes all entities and notifies the listeners of each', () => {
  const entities = createEntities<string>()
  const one = vi.fn<() => void>()
  entities.change('a', () => 'first')
  entities.change('b', () => 'second')
  entities.subscribe(one, 'a')
  entities.clear()
  expect([...entities.entries(), one.mock.calls.length]).toEqual([1])
})
