import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UnsentKind } from '#web/kernel/outbox/waiting.ts'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { whatWaits } from './what-waits.ts'

beforeAll(() => loadTexts('outbox'))
afterAll(() => setLanguage(null))

/** Numbers are joined to their nouns by no-break spaces. */
const said = (...kinds: UnsentKind[]) => whatWaits(kinds.map(kind => ({ kind }))).replaceAll('\u00a0', ' ')

test('lists pending items by kind, messages included', async () => {
  await setLanguage('en')
  expect(said('message')).toBe('1 message')
  expect(said('message', 'post', 'publication')).toBe('2 posts and 1 message')
  expect(said('profile', 'report', 'answer', 'answer')).toBe('2 answers, 1 report and your profile')
  await setLanguage('fr')
  expect(said('message', 'message', 'post')).toBe('1 publication et 2 messages')
})
