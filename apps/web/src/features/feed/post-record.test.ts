// @vitest-environment node
import type { FeedPost } from '@parvis/contract/feed.ts'
import { describe, expect, test } from 'vitest'
import {
  withAction,
  withFlag,
  withRemoved,
  withInterest,
  withoutAction,
  withPost,
  type PendingAction,
  type PostRecord,
} from './post-record.ts'
import { somePost } from './testing/some-post.ts'

type Update = (before: PostRecord | undefined) => PostRecord

const applyAll = (updates: readonly Update[]) =>
  updates.reduce<PostRecord | undefined>((record, update) => update(record), undefined)?.shown

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((first, at) => permutations(items.toSpliced(at, 1)).map(rest => [first, ...rest]))

const copy = (version: number, more: Parameters<typeof somePost>[1] = {}): Update => {
  const post = somePost('a', { version, ...more })
  return before => withPost(before, post)
}
const interest =
  (version: number, interestedCount: number, userId?: string, interested?: boolean): Update =>
  before =>
    withInterest(before, { _id: 'a', version, interestedCount, userId, interested }, 'me')
const removed =
  (version: number): Update =>
  before =>
    withRemoved(before, version)

/** Updates of a post as its author receives them: fetched copies, and live events about answers. */
const ofAuthor = { abilities: { seeAnswers: true, answer: false } } as const
const authorUpdates: Record<string, Update> = {
  'the first page': copy(1, ofAuthor),
  'an edit': copy(3, { ...ofAuthor, interestedUsersIds: ['ana'], interestedCount: 1, eventId: { title: 'edited' } }),
  'an answer included in the edit': interest(2, 1, 'ana', true),
  'an answer': interest(4, 2, 'bob', true),
  'that answer retracted': interest(6, 1, 'bob', false),
  "the viewer's own answer": interest(5, 3, 'me', true),
  'a count only': interest(7, 2),
}
const expected: Partial<FeedPost> = {
  interestedCount: 2,
  interested: true,
  interestedUsersIds: ['ana', 'me'],
  version: 3,
}

describe('updates of a post', () => {
  const names = Object.keys(authorUpdates)

  test('converge to the state of the server in every order', () => {
    for (const order of permutations(names)) {
      const shown = applyAll(order.map(name => authorUpdates[name]!))
      expect([order, { ...shown, interestedUsersIds: shown?.interestedUsersIds.toSorted() }]).toEqual([
        order,
        expect.objectContaining({ ...expected, eventId: expect.objectContaining({ title: 'edited' }) }),
      ])
    }
  })

  const all: Record<string, Update> = {
    ...authorUpdates,
    'a removal': removed(8),
    'an earlier removal': removed(2),
    'a restoration': copy(9, ofAuthor),
  }
  const pairs = Object.keys(all).flatMap((one, n, list) => list.slice(n).map(other => [one, other] as const))

  test.each(pairs)(
    'converge in both orders, repeated, and before the first copy of the post: %s, and %s',
    (one, other) => {
      const [a, b] = [all[one]!, all[other]!]
      const base = copy(0, ofAuthor)
      const sorted = (shown: FeedPost | null | undefined) =>
        shown && { ...shown, interestedUsersIds: shown.interestedUsersIds.toSorted() }
      const expectedPost = sorted(applyAll([base, a, b]))
      for (const order of permutations([base, a, b])) expect(sorted(applyAll(order))).toEqual(expectedPost)
      expect(sorted(applyAll([base, a, b, a, b, base]))).toEqual(expectedPost)
      expect(sorted(applyAll([a, b]))).toEqual(sorted(applyAll([b, a])))
    },
  )

  test('do not converge if versions are ignored', () => {
    const applyBlinded = (order: readonly string[]) => applyAll(order.map(blinded))
    const blinded = (name: string, n: number): Update =>
      name === 'an answer'
        ? interest(n + 10, 2, 'bob', true)
        : name === 'that answer retracted'
          ? interest(n + 10, 1, 'bob', false)
          : authorUpdates[name]!
    const ends = permutations(['an edit', 'an answer', 'that answer retracted']).map(order =>
      JSON.stringify(applyBlinded(order)?.interestedUsersIds),
    )
    expect(new Set(ends).size).toBeGreaterThan(1)
  })
})

describe('a member of the group of a post', () => {
  const inGroup = copy(2, {
    groupId: 'activity',
    abilities: { seeAnswers: true, answer: true, remove: false },
    interested: true,
    interestedCount: 2,
    interestedUsersIds: ['ana', 'me'],
  })
  const afterLeaving = { interested: false, interestedUsersIds: [], abilities: { seeAnswers: false } }

  test('no longer sees who answered after leaving the group, also on their other devices', () => {
    const leaving: PendingAction = { kind: 'answer', userId: 'me', interested: false }
    expect(applyAll([inGroup, before => withAction(before, leaving)])).toMatchObject(afterLeaving)
    expect(
      applyAll([inGroup, before => withAction(before, leaving), before => withoutAction(before, leaving)!]),
    ).toMatchObject({
      interestedUsersIds: ['ana', 'me'],
      abilities: { seeAnswers: true },
    })
    for (const order of permutations([inGroup, interest(3, 1, 'me', false)]))
      expect(applyAll(order)).toMatchObject(afterLeaving)
  })

  test('still sees who answered after leaving the group if they moderate', () => {
    const team = copy(2, {
      abilities: { seeAnswers: true, answer: true, remove: true },
      interested: true,
      interestedCount: 2,
      interestedUsersIds: ['ana', 'me'],
    })
    expect(applyAll([team, interest(3, 1, 'me', false)])).toMatchObject({
      interestedUsersIds: ['ana'],
      abilities: { seeAnswers: true },
    })
  })
})

describe('a removed post', () => {
  test('remains removed after older updates, and is restored by newer copies', () => {
    expect(applyAll([copy(4), removed(5)])).toBeNull()
    expect(applyAll([removed(5), copy(5)])).toBeNull()
    expect(applyAll([copy(6), removed(5)])?.version).toBe(6)
    expect(applyAll([removed(5), interest(7, 1), copy(6)])?.interestedCount).toBe(1)
  })

  test('that was never loaded is not shown', () => {
    expect(applyAll([interest(7, 1)])).toBeUndefined()
    expect(applyAll([removed(0)])).toBeNull()
    expect(applyAll([removed(0), copy(1)])?._id).toBe('a')
  })
})

describe('a pending action', () => {
  const given: PendingAction = { kind: 'answer', userId: 'me', interested: true }
  const begin: Update = before => withAction(before, given)
  const end = (act: PendingAction) => (before: PostRecord | undefined) => withoutAction(before, act)!

  test('overrides other updates, and is counted once', () => {
    expect(applyAll([copy(1), begin])).toMatchObject({
      interested: true,
      interestedCount: 1,
      interestedUsersIds: ['me'],
    })
    expect(applyAll([copy(1), begin, copy(2, { interestedCount: 4 })])).toMatchObject({
      interested: true,
      interestedCount: 5,
    })
    expect(applyAll([copy(1), begin, interest(2, 1, 'me', true)])).toMatchObject({
      interested: true,
      interestedCount: 1,
    })
  })

  test('is marked as pending while it is in the outbox', () => {
    const queued: PendingAction = { ...given, waits: true }
    const shown = applyAll([copy(1), before => withAction(before, queued)])
    expect(shown).toMatchObject({ interested: true, waits: true })
    expect(applyAll([copy(1), before => withAction(before, queued), end(queued)])).toEqual(somePost('a'))
  })

  test('is rolled back when refused, or else replaced by the state of the server', () => {
    expect(applyAll([copy(1), begin, end(given)])).toEqual(somePost('a'))
    const answered = copy(2, { interested: true, interestedCount: 1, interestedUsersIds: ['me'] })
    expect(applyAll([copy(1), begin, answered, end(given)])).toMatchObject({ interested: true, interestedCount: 1 })
  })

  test('is overridden by the action of a later tap', () => {
    const withdrawal: PendingAction = { kind: 'answer', userId: 'me', interested: false }
    const answered = copy(2, { interested: true, interestedCount: 1, interestedUsersIds: ['me'] })
    expect(applyAll([copy(1), begin, before => withAction(before, withdrawal), answered, end(given)])).toMatchObject({
      interested: false,
      interestedCount: 0,
      interestedUsersIds: [],
    })
  })

  test('that removes the post hides it until the server refuses', () => {
    const removal: PendingAction = { kind: 'remove' }
    expect(applyAll([copy(1), before => withAction(before, removal), copy(2)])).toBeNull()
    expect(applyAll([copy(1), before => withAction(before, removal), copy(2), end(removal)])?.version).toBe(2)
  })

  test('that reports the post persists, whatever an older fetch contains', () => {
    expect(applyAll([copy(1), withFlag, copy(1), copy(2)])?.flagged).toBe(true)
    expect(applyAll([withFlag, copy(1)])?.flagged).toBe(true)
  })
})

test('after an update that changes nothing visible, `shown` is the same object', () => {
  const before = withPost(undefined, somePost('a', { version: 1 }))
  const after = withPost(before, somePost('a', { version: 1 }))
  expect(after.shown).toBe(before.shown)
  expect(withInterest(before, { _id: 'a', version: 1, interestedCount: 9 }, 'me').shown).toBe(before.shown)
})
