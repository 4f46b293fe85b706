// @vitest-environment node
import { MAX_MICROBLOG_LENGTH } from '#web/kernel/share/share-links.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { expect, test } from 'vitest'
import { postShareText } from './share-post.ts'

test('postShareText of a post without a title is the beginning of its text', () => {
  const content = { title: ' ', description: 'Un  mot\n'.repeat(400), lang: { en: {} } } as FeedPost['eventId']
  const text = postShareText('fr', { eventId: content })
  expect(text).toMatch(/^Un mot Un mot .*…$/)
  expect([...text].length).toBeLessThanOrEqual(MAX_MICROBLOG_LENGTH)
})
