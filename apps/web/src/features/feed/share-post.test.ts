// @vitest-environment node
import { SHARE_LENGTH } from '#web/kernel/share/share-links.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { expect, test } from 'vitest'
import { sharedText } from './share-post.ts'

test('a post without a title is shared with the beginning of its text', () => {
  const content = { title: ' ', description: 'Un  mot\n'.repeat(400), lang: { en: {} } } as LiveEvent['eventId']
  const said = sharedText('fr', { eventId: content })
  expect(said).toMatch(/^Un mot Un mot .*…$/)
  expect([...said].length).toBeLessThanOrEqual(SHARE_LENGTH)
})
