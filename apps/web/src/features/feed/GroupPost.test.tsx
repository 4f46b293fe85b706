import { withdrawAnswer } from '@parvis/contract/feed.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { expect, test } from 'vitest'
import { render, renderStandalone, stub, toastTexts, waitUntil } from '#web/testing/render-standalone.tsx'
import { GroupPost } from './GroupPost.tsx'
import { somePost } from './testing/some-post.ts'

// Loads only the texts that the screen of a group conversation loads.
renderStandalone('chat', 'feed')

const community = { customUri: 'les-tilleuls', timezone: 'Europe/Paris' }
const me = { _id: 'me', gender: 'F' } as SessionUser

test.each([
  ['a member of the group can retract an answer here', null, 1],
  ['a suspended member cannot, as the server would refuse it', '2100-01-01T00:00:00.000Z', 0],
])('the post of a group conversation: %s', async (_, suspendedUntil, buttons) => {
  const post = somePost('apero', { groupId: 'activity', interested: true })
  await render(<GroupPost post={post} community={community} me={{ ...me, suspendedUntil }} />)
  expect(document.querySelectorAll('button[aria-pressed]')).toHaveLength(buttons)
})

test('withdrawing the answer shows a toast, although only the texts of the group conversation are loaded', async () => {
  const post = somePost('apero', {
    groupId: 'activity',
    interested: true,
    interestedUsersIds: ['me'],
    interestedCount: 1,
  })
  stub(withdrawAnswer, { ...post, version: 2, interested: false, interestedUsersIds: [], interestedCount: 0 })
  await render(<GroupPost post={post} community={community} me={me} />)
  document.querySelector<HTMLElement>('button[aria-pressed=true]')!.click()
  await waitUntil(() => toastTexts().length > 0)
  expect(toastTexts()).toEqual(['Answer removed.'])
})
