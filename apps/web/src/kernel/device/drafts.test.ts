import { afterEach, expect, test } from 'vitest'
import { draftOwner, forgetDraftsOf, keepDraft, keptDraft } from './drafts.ts'
import { stored } from './stored.ts'

afterEach(() => localStorage.clear())

test('stores a draft per member and per edited thing, and deletes it without touching the others', () => {
  keepDraft('dealdrafts', draftOwner('u1'), { title: 'Bread' })
  keepDraft('dealdrafts', draftOwner('u1', 'd1'), { title: 'Cake' })
  expect(keptDraft('dealdrafts', 'u1')).toEqual({ title: 'Bread' })
  keepDraft('dealdrafts', 'u1', null)
  expect([keptDraft('dealdrafts', 'u1'), keptDraft('dealdrafts', 'u1 d1')]).toEqual([undefined, { title: 'Cake' }])
  keepDraft('dealdrafts', 'u1 d1', null)
  expect(stored('dealdrafts')).toBeNull()
})

test('drops the oldest draft when there are more than the maximum', () => {
  for (const owner of ['u1 a', 'u1 b', 'u1 a', 'u1 c']) keepDraft('publications', owner, {}, 2)
  expect(Object.keys(stored('publications')!)).toEqual(['u1 a', 'u1 c'])
})

test('clears the drafts of everybody else on log-in, and all of them on log-out', () => {
  for (const owner of ['u1', 'u1 c1', 'u2 c1']) keepDraft('informationdrafts', owner, {})
  forgetDraftsOf('informationdrafts', 'u1')
  expect(Object.keys(stored('informationdrafts')!)).toEqual(['u1', 'u1 c1'])
  forgetDraftsOf('informationdrafts')
  expect(localStorage.length).toBe(0)
})
