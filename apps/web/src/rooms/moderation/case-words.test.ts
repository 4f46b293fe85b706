import type { MonthCounts } from '@parvis/contract/moderation.ts'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts, setLanguage, t } from '#web/kernel/text/i18n.ts'
import { actedOn, caseTitle, inHours, isQuiet, lateness, waits } from './case-words.ts'
import { decisionTitle, effectOf, isAbout } from './decision-words.ts'

const NOW = Date.parse('2026-06-12T12:00:00Z')
const agoOf = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()

beforeAll(() => loadTexts('moderation', 'rules'))

test('a case is late after a day, and very late after two, to the minute', () => {
  expect([0, 23.9, 24, 47.9, 48, 400].map(hours => lateness(agoOf(hours), NOW))).toEqual([
    null,
    null,
    'late',
    'late',
    'verylate',
    'verylate',
  ])
})

test('what is open or appealed waits, what is decided does not', () => {
  expect((['open', 'decided', 'appealed', 'closed'] as const).map(state => waits({ state }))).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test('a case is named by its kind and its author, or by nobody who is there', async () => {
  await setLanguage('en')
  const author = { _id: 'm', pseudo: 'mehdi', firstname: 'Mehdi', initial: 'B' } as Parameters<
    typeof caseTitle
  >[0]['author']
  expect(caseTitle({ kind: 'post', author }, t)).toMatch(/^Post of Mehdi/)
  await setLanguage('fr')
  expect(caseTitle({ kind: 'user', author: null }, t)).toBe('Profil · quelqu’un qui est parti')
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

test('a month counts what was acted on apart from what was no breach; a quiet one is left out', () => {
  expect(actedOn(month())).toBe(4)
  expect([isQuiet(month()), isQuiet(month({ reports: 1 })), isQuiet(month({ appeals: 1 }))]).toEqual([
    true,
    false,
    false,
  ])
})

test('a time is told in hours, and from a day and a half on in days', () => {
  expect([0.4, 1.2, 30, 36, 60].map(inHours)).toEqual([
    { unit: 'hours', count: 0 },
    { unit: 'hours', count: 1 },
    { unit: 'hours', count: 30 },
    { unit: 'days', count: 2 },
    { unit: 'days', count: 3 },
  ])
})

test('a decision says what it does to what it is about', async () => {
  await setLanguage('en')
  const title = (decision: 'hide' | 'suspend' | 'remove', kind: 'deal' | 'user', days: number | null = null) =>
    decisionTitle({ decision, kind, days }, t)
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
  expect(effectOf({ decision: 'keep', kind: 'post' })).toBeNull()
  expect(effectOf({ decision: 'remove', kind: 'user' })).toBe('rules.effect.remove.user')
  expect(effectOf({ decision: 'remove', kind: 'post' })).toBe('rules.effect.remove')
  expect([isAbout({ _id: 'a', subjectId: 'b' }, 'b'), isAbout({ _id: 'a', subjectId: 'b' }, 'c')]).toEqual([
    true,
    false,
  ])
})
