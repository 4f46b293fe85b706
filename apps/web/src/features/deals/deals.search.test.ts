// @vitest-environment node
import { expect, test } from 'vitest'
import { dealsKeys } from './deals.queries.ts'
import {
  categoriesOf,
  readDealsMapSearch,
  readDealsSearch,
  rememberedCategories,
  dealsSearchOf,
  withToggledCategory,
} from './deals.search.ts'

const [food, care] = ['0199f15d-9f9c-7af3-b221-e3902a6e3c72', '0199f15d-9f9c-7af3-b221-e3902a6e3c73'] as const

test('the chosen categories are read from the URL without duplicates, and may be none', () => {
  expect(categoriesOf(readDealsSearch({ filter: `${food},${care},${food}` }))).toEqual([food, care])
  expect(categoriesOf(dealsSearchOf([]))).toEqual([])
})

test('readDealsSearch drops values that are not ids', () => {
  expect(readDealsSearch({ filter: `${food},<script>` })).toEqual({ filter: food })
  expect(readDealsSearch({ filter: 7 })).toEqual({})
})

test('readDealsMapSearch reads the deal id, and drops a value that is not an id', () => {
  expect(readDealsMapSearch({ filter: care, id: food })).toEqual({ filter: care, id: food })
  expect(readDealsMapSearch({ id: '<script>' })).toEqual({})
})

test('withToggledCategory adds or removes one category', () => {
  expect(withToggledCategory([food], care)).toEqual([food, care])
  expect(withToggledCategory([food, care], food)).toEqual([care])
})

test('the query key does not depend on the order of categories', () =>
  expect(dealsKeys.list('a', [food, care])).toEqual(dealsKeys.list('a', [care, food])))

test('the categories of the last visit are restored when the URL has none', () => {
  expect(rememberedCategories({}, [food])).toEqual({ filter: food })
  expect(rememberedCategories({ filter: care }, [food])).toEqual({})
  expect(rememberedCategories({}, 'nonsense')).toEqual({})
})
