// @vitest-environment node
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { describe, expect, test } from 'vitest'
import {
  withAct,
  withFlag,
  withGone,
  withInterest,
  withoutAct,
  withPost,
  type PendingAct,
  type PostRecord,
} from './post-record.ts'
import { somePost } from './testing/some-post.ts'

type Account = (before: PostRecord | undefined) => PostRecord

const play = (accounts: readonly Account[]) =>
  accounts.reduce<PostRecord | undefined>((record, account) => account(record), undefined)?.shown

const orders = <T>(of: readonly T[]): T[][] =>
  of.length < 2 ? [[...of]] : of.flatMap((first, at) => orders(of.toSpliced(at, 1)).map(rest => [first, ...rest]))

const copy = (version: number, more: Parameters<typeof somePost>[1] = {}): Account => {
  const post = somePost('a', { version, ...more })
  return before => withPost(before, post)
}
const interest =
  (version: number, interestedCount: number, userId?: string, interested?: boolean): Account =>
  before =>
    withInterest(before, { _id: 'a', version, interestedCount, userId, interested }, 'me')
const gone =
  (version: number): Account =>
  before =>
    withGone(before, version)

/** All updates of one post as its author receives them; the state of the server at version 9 is the final one. */
const ofAuthor = { abilities: { seeAnswers: true, answer: false } } as const
const kinds: Record<string, Account> = {
  'the page that came first': copy(1, ofAuthor),
  'an edit': copy(3, { ...ofAuthor, interestedUsersIds: ['ana'], interestedCount: 1, eventId: { title: 'edited' } }),
  'an answer that the edit knows': interest(2, 1, 'ana', true),
  'an answer': interest(4, 2, 'bob', true),
  'the same taken back': interest(6, 1, 'bob', false),
  "the reader's own answer": interest(5, 3, 'me', true),
  'a count alone': interest(7, 2),
}
const word: Partial<LiveEvent> = {
  interestedCount: 2,
  interested: true,
  interestedUsersIds: ['ana', 'me'],
  version: 3,
}

describe('updates of a post converge in every order', () => {
  const names = Object.keys(kinds)

  test('all of them', () => {
    for (const order of orders(names)) {
      const shown = play(order.map(name => kinds[name]!))
      expect([order, { ...shown, interestedUsersIds: shown?.interestedUsersIds.toSorted() }]).toEqual([
        order,
        expect.objectContaining({ ...word, eventId: expect.objectContaining({ title: 'edited' }) }),
      ])
    }
  })

  const all: Record<string, Account> = {
    ...kinds,
    'it is gone': gone(8),
    'it was gone': gone(2),
    'it is back': copy(9, ofAuthor),
  }
  const pairs = Object.keys(all).flatMap((one, n, list) => list.slice(n).map(other => [one, other] as const))

  test.each(pairs)('%s, and %s: both ways, twice, and before any copy', (one, other) => {
    const [a, b] = [all[one]!, all[other]!]
    const base = copy(0, ofAuthor)
    const sorted = (shown: LiveEvent | null | undefined) =>
      shown && { ...shown, interestedUsersIds: shown.interestedUsersIds.toSorted() }
    const wanted = sorted(play([base, a, b]))
    for (const order of orders([base, a, b])) expect(sorted(play(order))).toEqual(wanted)
    expect(sorted(play([base, a, b, a, b, base]))).toEqual(wanted)
    expect(sorted(play([a, b]))).toEqual(sorted(play([b, a])))
  })

  test('fails if versions are ignored', () => {
    const blind = (order: readonly string[]) => play(order.map(blinded))
    const blinded = (name: string, n: number): Account =>
      name === 'an answer'
        ? interest(n + 10, 2, 'bob', true)
        : name === 'the same taken back'
          ? interest(n + 10, 1, 'bob', false)
          : kinds[name]!
    const ends = orders(['an edit', 'an answer', 'the same taken back']).map(order =>
      JSON.stringify(blind(order)?.interestedUsersIds),
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
  const left = { interested: false, interestedUsersIds: [], abilities: { seeAnswers: false } }

  test('no longer sees who answered after leaving, at once and on their other devices', () => {
    const leaving: PendingAct = { kind: 'answer', userId: 'me', interested: false }
    expect(play([inGroup, before => withAct(before, leaving)])).toMatchObject(left)
    expect(play([inGroup, before => withAct(before, leaving), before => withoutAct(before, leaving)!])).toMatchObject({
      interestedUsersIds: ['ana', 'me'],
      abilities: { seeAnswers: true },
    })
    for (const order of orders([inGroup, interest(3, 1, 'me', false)])) expect(play(order)).toMatchObject(left)
  })

  test('still sees them as a moderator', () => {
    const team = copy(2, {
      abilities: { seeAnswers: true, answer: true, remove: true },
      interested: true,
      interestedCount: 2,
      interestedUsersIds: ['ana', 'me'],
    })
    expect(play([team, interest(3, 1, 'me', false)])).toMatchObject({
      interestedUsersIds: ['ana'],
      abilities: { seeAnswers: true },
    })
  })
})

describe('a removed post', () => {
  test('stays removed for older updates, and comes back with newer ones', () => {
    expect(play([copy(4), gone(5)])).toBeNull()
    expect(play([gone(5), copy(5)])).toBeNull()
    expect(play([copy(6), gone(5)])?.version).toBe(6)
    expect(play([gone(5), interest(7, 1), copy(6)])?.interestedCount).toBe(1)
  })

  test('that was never loaded is not shown', () => {
    expect(play([interest(7, 1)])).toBeUndefined()
    expect(play([gone(0)])).toBeNull()
    expect(play([gone(0), copy(1)])?._id).toBe('a')
  })
})

describe('a pending action', () => {
  const given: PendingAct = { kind: 'answer', userId: 'me', interested: true }
  const begun: Account = before => withAct(before, given)
  const ended = (act: PendingAct) => (before: PostRecord | undefined) => withoutAct(before, act)!

  test('is shown over other updates, and counted once', () => {
    expect(play([copy(1), begun])).toMatchObject({ interested: true, interestedCount: 1, interestedUsersIds: ['me'] })
    expect(play([copy(1), begun, copy(2, { interestedCount: 4 })])).toMatchObject({
      interested: true,
      interestedCount: 5,
    })
    expect(play([copy(1), begun, interest(2, 1, 'me', true)])).toMatchObject({ interested: true, interestedCount: 1 })
  })

  test('is marked while it is in the outbox', () => {
    const waiting: PendingAct = { ...given, waits: true }
    const shown = play([copy(1), before => withAct(before, waiting)])
    expect(shown).toMatchObject({ interested: true, waits: true })
    expect(play([copy(1), before => withAct(before, waiting), ended(waiting)])).toEqual(somePost('a'))
  })

  test('is rolled back when refused, else replaced by the state of the server', () => {
    expect(play([copy(1), begun, ended(given)])).toEqual(somePost('a'))
    const answered = copy(2, { interested: true, interestedCount: 1, interestedUsersIds: ['me'] })
    expect(play([copy(1), begun, answered, ended(given)])).toMatchObject({ interested: true, interestedCount: 1 })
  })

  test('of the last tap is shown', () => {
    const taken: PendingAct = { kind: 'answer', userId: 'me', interested: false }
    const answered = copy(2, { interested: true, interestedCount: 1, interestedUsersIds: ['me'] })
    expect(play([copy(1), begun, before => withAct(before, taken), answered, ended(given)])).toMatchObject({
      interested: false,
      interestedCount: 0,
      interestedUsersIds: [],
    })
  })

  test('that removes a post hides it, until it is refused', () => {
    const removal: PendingAct = { kind: 'remove' }
    expect(play([copy(1), before => withAct(before, removal), copy(2)])).toBeNull()
    expect(play([copy(1), before => withAct(before, removal), copy(2), ended(removal)])?.version).toBe(2)
  })

  test('a report persists, whatever an older fetch says', () => {
    expect(play([copy(1), withFlag, copy(1), copy(2)])?.flagged).toBe(true)
    expect(play([withFlag, copy(1)])?.flagged).toBe(true)
  })
})

test('keeps the same object where nothing that is shown has changed', () => {
  const before = withPost(undefined, somePost('a', { version: 1 }))
  const after = withPost(before, somePost('a', { version: 1 }))
  expect(after.shown).toBe(before.shown)
  expect(withInterest(before, { _id: 'a', version: 1, interestedCount: 9 }, 'me').shown).toBe(before.shown)
})
