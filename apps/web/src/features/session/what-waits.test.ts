import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UnsentKind } from '#web/kernel/outbox/waiting.ts'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { whatWaits } from './what-waits.ts'

beforeAll(() => loadTexts('outbox'))
afterAll(() => setLanguage(null))

/** A number stays on the line of what it counts. */
const said = (...kinds: UnsentKind[]) => whatWaits(kinds.map(kind => ({ kind }))).replaceAll('\u00a0', ' ')

test('what waits is said by its kind, messages too', async () => {
  await setLanguage('en')
  expect(said('message')).toBe('1 message')
  expect(said('message', 'post', 'publication')).toBe('2 posts and 1 message')
  expect(said('profile', 'report', 'answer', 'answer')).toBe('2 answers, 1 report and your profile')
  await setLanguage('fr')
  expect(said('message', 'message', 'post')).toBe('1 publication et 2 messages')
})
