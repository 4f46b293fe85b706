import { afterEach, expect, test } from 'vitest'
import { draftKey, clearDrafts, saveDraft, loadDraft } from './drafts.ts'
import { stored } from './stored.ts'

afterEach(() => localStorage.clear())

test('a draft is stored per member and edited item, and deleted without the drafts of other items', () => {
  saveDraft('dealdrafts', draftKey('u1'), { title: 'Bread' })
  saveDraft('dealdrafts', draftKey('u1', 'd1'), { title: 'Cake' })
  expect(loadDraft('dealdrafts', 'u1')).toEqual({ title: 'Bread' })
  saveDraft('dealdrafts', 'u1', null)
  expect([loadDraft('dealdrafts', 'u1'), loadDraft('dealdrafts', 'u1 d1')]).toEqual([undefined, { title: 'Cake' }])
  saveDraft('dealdrafts', 'u1 d1', null)
  expect(stored('dealdrafts')).toBeNull()
})

test('the oldest draft is dropped when there are more than the maximum', () => {
  for (const owner of ['u1 a', 'u1 b', 'u1 a', 'u1 c']) saveDraft('publications', owner, {}, 2)
  expect(Object.keys(stored('publications')!)).toEqual(['u1 a', 'u1 c'])
})

test('clearDrafts deletes the drafts of all members but one, or of all members', () => {
  for (const owner of ['u1', 'u1 c1', 'u2 c1']) saveDraft('informationdrafts', owner, {})
  clearDrafts('informationdrafts', 'u1')
  expect(Object.keys(stored('informationdrafts')!)).toEqual(['u1', 'u1 c1'])
  clearDrafts('informationdrafts')
  expect(localStorage.length).toBe(0)
})
