import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UnsentKind } from '#web/kernel/outbox/pending.ts'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { outboxKinds } from '#web/app/features.ts'
import { provideOutboxKinds } from '#web/ui/outbox-kinds.ts'
import { pendingSummary } from './pending-summary.ts'

beforeAll(() => {
  provideOutboxKinds(async () => outboxKinds)
  return loadTexts('outbox')
})
afterAll(() => setLanguage(null))

/** Numbers are joined to their nouns by no-break spaces. */
const summaryOf = async (...kinds: UnsentKind[]) =>
  (await pendingSummary(kinds.map(kind => ({ kind })))).replaceAll('\u00a0', ' ')

test('pendingSummary counts the pending items by kind, in both languages', async () => {
  await setLanguage('en')
  expect(await summaryOf('message')).toBe('1 message')
  expect(await summaryOf('message', 'post', 'publication')).toBe('2 posts and 1 message')
  expect(await summaryOf('profile', 'report', 'answer', 'answer')).toBe('2 answers, 1 report and your profile')
  await setLanguage('fr')
  expect(await summaryOf('message', 'message', 'post')).toBe('1 publication et 2 messages')
})
