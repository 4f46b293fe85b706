// @vitest-environment node
import { expect, test } from 'vitest'
import { dealsKeys } from './deals.queries.ts'
import {
  categoriesOf,
  readDealsMapSearch,
  readDealsSearch,
  rememberedCategories,
  searchOf,
  toggled,
} from './deals.search.ts'

const [food, care] = ['0199f15d-9f9c-7af3-b221-e3902a6e3c72', '0199f15d-9f9c-7af3-b221-e3902a6e3c73'] as const

test('chosen categories survive the address', () => {
  expect(categoriesOf(readDealsSearch({ filter: `${food},${care},${food}` }))).toEqual([food, care])
  expect(categoriesOf(searchOf([]))).toEqual([])
})

test('what is no id is left out', () => {
  expect(readDealsSearch({ filter: `${food},<script>` })).toEqual({ filter: food })
  expect(readDealsSearch({ filter: 7 })).toEqual({})
})

test('the map’s address names a deal too', () => {
  expect(readDealsMapSearch({ filter: care, id: food })).toEqual({ filter: care, id: food })
  expect(readDealsMapSearch({ id: '<script>' })).toEqual({})
})

test('a chip chooses, then lets go', () => {
  expect(toggled([food], care)).toEqual([food, care])
  expect(toggled([food, care], food)).toEqual([care])
})

test('the order of the chips is no other question', () =>
  expect(dealsKeys.list('a', [food, care])).toEqual(dealsKeys.list('a', [care, food])))

test('a bare visit starts with the categories of the last one', () => {
  expect(rememberedCategories({}, [food])).toEqual({ filter: food })
  expect(rememberedCategories({ filter: care }, [food])).toEqual({})
  expect(rememberedCategories({}, 'nonsense')).toEqual({})
})
