import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import type { KeyedError } from '../errors.ts'
import { LAST_ID, newId } from '../ids.ts'
import { assertSinglePage, createPage, pageStart, readPage, LAST_NUMBERED_PAGE } from './pagination.ts'

const errorOf = (read: () => unknown) => {
  try {
    read()
  } catch (error) {
    return (error as KeyedError).answer().error
  }
  return null
}

const scope = ['events', 'here', 'all', '']

it('a numbered page skips the pages before it', () => {
  expect(pageStart({}, scope)).toEqual({ before: LAST_ID, skip: 0, page: 1 })
  expect(pageStart({ page: 3 }, scope)).toEqual({ before: LAST_ID, skip: 2 * PAGE_SIZE, page: 3 })
  expect(pageStart({ page: LAST_NUMBERED_PAGE }, scope).page).toBe(LAST_NUMBERED_PAGE)
  expect(errorOf(() => pageStart({ page: LAST_NUMBERED_PAGE + 1 }, scope))).toEqual({
    key: 'badrequest',
    field: 'page',
  })
})

it('a cursor continues after the last row of the previous page, at any depth', () => {
  const lastKey = newId()
  const page = createPage([1, 2], pageStart({ page: 7 }, scope), { hasNextPage: true, lastKey, scope })
  expect(page).toMatchObject({ docs: [1, 2], page: 7, hasNextPage: true, nextPage: 8 })
  expect(pageStart({ cursor: page.cursor!, page: 8 }, scope)).toEqual({ before: lastKey, skip: 0, page: 8 })
  expect(pageStart({ cursor: page.cursor!, page: 900 }, scope)).toEqual({ before: lastKey, skip: 0, page: 900 })
})

it('the last page has no cursor', () => {
  expect(createPage([], pageStart({}, scope), { hasNextPage: false, lastKey: newId(), scope })).toEqual({
    docs: [],
    page: 1,
    hasNextPage: false,
    nextPage: null,
    cursor: null,
  })
})

it('a cursor of another list and an invalid cursor are refused', () => {
  const { cursor } = createPage([1], pageStart({}, scope), { hasNextPage: true, lastKey: newId(), scope })
  const refused = { key: 'badrequest', field: 'cursor' }
  for (const other of [
    ['events', 'there', 'all', ''],
    ['events', 'here', 'my', ''],
    ['events', 'here', 'all', 'x'],
    ['deals', 'here', 'all', ''],
  ])
    expect(errorOf(() => pageStart({ cursor: cursor! }, other))).toEqual(refused)
  const [scopeHash] = Buffer.from(cursor!, 'base64url').toString().split('.')
  const encode = (text: string) => Buffer.from(text).toString('base64url')
  for (const text of [
    '',
    'x',
    '%',
    'null',
    encode('.'),
    encode(`${scopeHash}.`),
    encode(`${scopeHash}.1 or 1=1`),
    encode(newId()),
  ])
    expect([text, errorOf(() => pageStart({ cursor: text }, scope))]).toEqual([text, refused])
})

describe('a list', () => {
  const keys = Array.from({ length: PAGE_SIZE + 5 }, () => newId()).reverse()
  const read = (query: { page?: number; cursor?: string; all?: boolean }, maxRows?: number) =>
    readPage(query, {
      scope,
      maxRows,
      find: async ({ before, skip, limit }) =>
        keys
          .filter(id => id < before)
          .slice(skip, limit === null ? undefined : skip + limit)
          .map(id => ({ id })),
      present: ({ id }) => id,
    })

  it('is read page by page', async () => {
    const first = await read({})
    expect(first).toMatchObject({ docs: keys.slice(0, PAGE_SIZE), page: 1, hasNextPage: true, nextPage: 2 })
    const rest = { docs: keys.slice(PAGE_SIZE), page: 2, hasNextPage: false, nextPage: null, cursor: null }
    expect(await read({ page: 2, cursor: first.cursor! })).toEqual(rest)
    expect(await read({ page: 2 })).toEqual(rest)
  })

  it('is returned as a single page with `all`', async () => {
    expect(await read({ all: true })).toEqual({ docs: keys, page: 1, hasNextPage: false, nextPage: null, cursor: null })
    expect((await read({ all: true }, keys.length)).hasNextPage).toBe(false)
  })

  it('longer than the limit of `all` continues in pages', async () => {
    const max = keys.length - 3
    const first = await read({ all: true }, max)
    expect(first).toMatchObject({ docs: keys.slice(0, max), page: 1, hasNextPage: true, nextPage: 2 })
    const rest = { docs: keys.slice(max), page: 2, hasNextPage: false, nextPage: null, cursor: null }
    expect(await read({ page: 2, cursor: first.cursor! })).toEqual(rest)
  })
})

it('`all` is refused together with a cursor or a page other than the first', () => {
  expect(errorOf(() => assertSinglePage({ page: 2 }))).toEqual({ key: 'badrequest', field: 'page' })
  expect(errorOf(() => assertSinglePage({ cursor: '' }))).toEqual({ key: 'badrequest', field: 'cursor' })
  expect(errorOf(() => assertSinglePage({ page: 1 }))).toBeNull()
})
