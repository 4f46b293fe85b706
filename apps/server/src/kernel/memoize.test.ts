import { expect, test, vi } from 'vitest'
import { memoize } from './memoize.ts'

test('a result is made once per key', () => {
  const create = vi.fn(({ name }: { name: string }) => ({ name }))
  const find = memoize(create, ({ name }) => name)
  expect(find({ name: 'a' })).toBe(find({ name: 'a' }))
  expect(find({ name: 'b' })).toEqual({ name: 'b' })
  expect(create).toHaveBeenCalledTimes(2)
})

test('a rejected promise is not kept', async () => {
  const create = vi.fn(async (key: string) => `${key} is there`)
  create.mockRejectedValueOnce(new Error('away'))
  const find = memoize(create)
  await expect(find('a')).rejects.toThrow('away')
  expect([await find('a'), await find('a'), create.mock.calls.length]).toEqual(['a is there', 'a is there', 2])
})
