import type { MonthCounts, ReportedKind } from '@parvis/contract/moderation.ts'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts, setLanguage, t } from '#web/kernel/text/i18n.ts'
import {
  actedOnCount,
  caseTitle,
  caseDateOf,
  durationOf,
  isEmptyMonth,
  lateness,
  sortMinorsFirst,
  decisionTone,
  decisionText,
  isPending,
} from './case-text.ts'
import { decisionTitle, effectTextKey, matchesDecision } from './decision-text.ts'

const NOW = Date.parse('2026-06-12T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()

beforeAll(() => loadTexts('moderation'))

test('lateness returns `late` from 24 hours on and `verylate` from 48 hours on', () => {
  expect([0, 23.9, 24, 47.9, 48, 400].map(hours => lateness(hoursAgo(hours), NOW))).toEqual([
    null,
    null,
    'late',
    'late',
    'verylate',
    'verylate',
  ])
})

test('isPending is true for open and appealed cases', () => {
  expect((['open', 'decided', 'appealed', 'closed'] as const).map(state => isPending({ state }))).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test('caseTitle names the kind and the author, also when the author has left', async () => {
  await setLanguage('en')
  const author = { _id: 'm', pseudo: 'mehdi', firstname: 'Mehdi', initial: 'B' } as Parameters<
    typeof caseTitle
  >[0]['author']
  const community = { _id: 'c', name: 'Les Tilleuls', customUri: 'les-tilleuls' }
  const titleOf = (kind: ReportedKind, by: typeof author | null = author) =>
    caseTitle({ kind, author: by, community }, t)
  expect([titleOf('post'), titleOf('message'), titleOf('deal'), titleOf('user')]).toEqual([
    'Post by Mehdi B.',
    'Message from Mehdi B.',
    'Good deal by Mehdi B.',
    'Profile of Mehdi B.',
  ])
  // Posts without an author are by the community.
  expect(titleOf('post', null)).toBe('Post by Les Tilleuls')
  await setLanguage('fr')
  expect(titleOf('user', null)).toBe('Profil\u00a0: quelqu’un qui est parti')
})

test('decisionText describes the effect of a decision, and decisionTone is `danger` for suspensions and removals', async () => {
  await setLanguage('en')
  const decisions = ['keep', 'hide', 'warn', 'suspend', 'remove'] as const
  expect(decisions.map(decision => decisionText({ kind: 'user', decision, days: 7 }, t))).toEqual([
    'No breach',
    'Hidden',
    'Warned',
    'Suspended for 7 days',
    'Access closed',
  ])
  expect(decisionText({ kind: 'post', decision: 'remove' }, t)).toBe('Removed')
  expect(decisions.map(decisionTone)).toEqual(['plain', 'plain', 'plain', 'danger', 'danger'])
})

test('a pending case is dated by its report and a decided one by its decision; cases about minors come first', () => {
  const dates = { date: hoursAgo(50), decidedAt: hoursAgo(1) }
  expect([
    caseDateOf({ ...dates, state: 'appealed' }),
    caseDateOf({ ...dates, state: 'closed' }),
    caseDateOf({ ...dates, state: 'closed', decidedAt: null }),
  ]).toEqual([hoursAgo(50), hoursAgo(1), hoursAgo(50)])
  const cases = [1, 2, 3, 4].map(n => ({ n, concernsMinor: n % 2 === 0 }))
  expect(sortMinorsFirst(cases).map(({ n }) => n)).toEqual([2, 4, 1, 3])
})

const month = (more: Partial<MonthCounts> = {}): MonthCounts => ({
  month: '2026-06',
  reports: 0,
  cases: 0,
  waiting: 0,
  decisions: { keep: 4, hide: 1, warn: 2, suspend: 0, remove: 1 },
  appeals: 0,
  overturned: 0,
  medianHours: null,
  ...more,
})

test('actedOnCount leaves out cases without a breach, and isEmptyMonth finds months without activity', () => {
  expect(actedOnCount(month())).toBe(4)
  expect([isEmptyMonth(month()), isEmptyMonth(month({ reports: 1 })), isEmptyMonth(month({ appeals: 1 }))]).toEqual([
    true,
    false,
    false,
  ])
})

test('durationOf returns hours below 36 hours, and days from then on', () => {
  expect([0.4, 1.2, 30, 36, 60].map(durationOf)).toEqual([
    { unit: 'hours', count: 0 },
    { unit: 'hours', count: 1 },
    { unit: 'hours', count: 30 },
    { unit: 'days', count: 2 },
    { unit: 'days', count: 3 },
  ])
})

test('decisionTitle and effectTextKey describe a decision to the person concerned, and matchesDecision finds the decision by its subject', async () => {
  await setLanguage('en')
  type Decision = 'hide' | 'warn' | 'suspend' | 'remove'
  const restoredAt = null
  const title = (decision: Decision, kind: 'deal' | 'user', days: number | null = null) =>
    decisionTitle({ decision, kind, days, restoredAt }, t)
  const pastTitle = (decision: Decision) =>
    decisionTitle({ decision, kind: 'user', days: 7, restoredAt: '2026-06-01' }, t)
  expect([
    title('hide', 'deal'),
    title('remove', 'user'),
    title('suspend', 'user', 7),
    title('suspend', 'deal', 1),
  ]).toEqual([
    'Your good deal is hidden',
    'Your access is closed',
    'You are suspended for 7 days',
    'You are suspended for a day',
  ])
  expect([pastTitle('hide'), pastTitle('remove'), pastTitle('suspend'), pastTitle('warn')]).toEqual([
    'Your profile was hidden',
    'Your access was closed',
    'You were suspended for 7 days',
    'A word about your profile',
  ])
  expect(effectTextKey({ decision: 'keep', kind: 'post' })).toBeNull()
  expect(effectTextKey({ decision: 'remove', kind: 'user' })).toBe('rules.effect.remove.user')
  expect(effectTextKey({ decision: 'remove', kind: 'post' })).toBe('rules.effect.remove')
  expect([
    matchesDecision({ _id: 'a', subjectId: 'b' }, 'b'),
    matchesDecision({ _id: 'a', subjectId: 'b' }, 'c'),
  ]).toEqual([true, false])
})
