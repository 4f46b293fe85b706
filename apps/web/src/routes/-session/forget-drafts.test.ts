import { afterEach, expect, test } from 'vitest'
import { keepDraft } from '#web/kernel/device/drafts.ts'
import { stored } from '#web/kernel/device/stored.ts'
import { forgetAllDrafts } from './forget-drafts.ts'

afterEach(() => localStorage.clear())

test('whoever signs out leaves no draft of any room; whoever signs in keeps their own', () => {
  const all = [
    'postdrafts',
    'publications',
    'templatedrafts',
    'takenshares',
    'chatdrafts',
    'dealdrafts',
    'informationdrafts',
    'profiledrafts',
  ] as const
  for (const drafts of all) for (const owner of ['u1', 'u2 x1']) keepDraft(drafts, owner, {})
  forgetAllDrafts('u2')
  expect(all.map(drafts => Object.keys(stored(drafts) ?? {}))).toEqual(all.map(() => ['u2 x1']))
  forgetAllDrafts()
  expect(localStorage.length).toBe(0)
})
