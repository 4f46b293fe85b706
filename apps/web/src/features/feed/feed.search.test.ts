// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { readFeedSearch, rememberedFilter, withoutDefaults } from './feed.search.ts'

const category = '0199f15d-9f9c-7af3-b221-e3902a6e3c72'

describe('what the address says of the feed', () => {
  test('known filters and words are kept', () => {
    expect(readFeedSearch({ filter: 'my', search: 'vélo' })).toEqual({ filter: 'my', search: 'vélo' })
    expect(readFeedSearch({ filter: category })).toEqual({ filter: category })
  })

  test('what nobody knows is left out', () => {
    expect(readFeedSearch({ filter: 'everything', search: '  ' })).toEqual({})
    expect(readFeedSearch({ filter: ['my'] })).toEqual({})
  })

  test('a number is searched for as it was typed, and no search is endless', () => {
    expect(readFeedSearch({ search: 42 })).toEqual({ search: '42' })
    expect(readFeedSearch({ search: 'a'.repeat(500) }).search).toHaveLength(100)
  })

  test('the shortest address says the same', () => {
    expect(withoutDefaults({ filter: 'all', search: ' ' })).toEqual({})
    expect(withoutDefaults({ filter: 'my', search: undefined })).toEqual({ filter: 'my' })
  })
})

describe('the last filter', () => {
  test('is where a bare visit starts', () => expect(rememberedFilter({}, 'my')).toBe('my'))

  test('gives way to what the address asks for', () => {
    expect(rememberedFilter({ filter: 'all' }, 'my')).toBeUndefined()
    expect(rememberedFilter({ search: 'vélo' }, 'my')).toBeUndefined()
  })

  test('is nothing when it was everything, or is not known', () => {
    expect(rememberedFilter({}, 'all')).toBeUndefined()
    expect(rememberedFilter({}, 'nonsense')).toBeUndefined()
    expect(rememberedFilter({}, null)).toBeUndefined()
  })
})
