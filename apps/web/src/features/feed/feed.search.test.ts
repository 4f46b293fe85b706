// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { readFeedSearch, rememberedFilter, withoutDefaults } from './feed.search.ts'

const category = '0199f15d-9f9c-7af3-b221-e3902a6e3c72'

describe('readFeedSearch', () => {
  test('keeps known filters and search texts', () => {
    expect(readFeedSearch({ filter: 'my', search: 'vélo' })).toEqual({ filter: 'my', search: 'vélo' })
    expect(readFeedSearch({ filter: category })).toEqual({ filter: category })
  })

  test('drops unknown values', () => {
    expect(readFeedSearch({ filter: 'everything', search: '  ' })).toEqual({})
    expect(readFeedSearch({ filter: ['my'] })).toEqual({})
  })

  test('searches for a number as it was typed, and truncates a long search text', () => {
    expect(readFeedSearch({ search: 42 })).toEqual({ search: '42' })
    expect(readFeedSearch({ search: 'a'.repeat(500) }).search).toHaveLength(100)
  })

  test('withoutDefaults removes defaults from the URL', () => {
    expect(withoutDefaults({ filter: 'all', search: ' ' })).toEqual({})
    expect(withoutDefaults({ filter: 'my', search: undefined })).toEqual({ filter: 'my' })
  })
})

describe('rememberedFilter', () => {
  test('returns the last filter for a visit without search params', () => expect(rememberedFilter({}, 'my')).toBe('my'))

  test('lets the URL override the last filter', () => {
    expect(rememberedFilter({ filter: 'all' }, 'my')).toBeUndefined()
    expect(rememberedFilter({ search: 'vélo' }, 'my')).toBeUndefined()
  })

  test('is undefined when the last filter was "all" or is unknown', () => {
    expect(rememberedFilter({}, 'all')).toBeUndefined()
    expect(rememberedFilter({}, 'nonsense')).toBeUndefined()
    expect(rememberedFilter({}, null)).toBeUndefined()
  })
})
