import { useLocation } from '@tanstack/react-router'
import { cancelEvent, type FeedPost, MAX_REASON_LENGTH, removeEvent } from '@parvis/contract/feed.ts'
import { act } from 'react'
import { describe, expect, test } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import {
  bodies,
  calls,
  render,
  renderStandalone,
  press,
  refusal,
  expectText,
  stub,
  toastTexts,
  waitUntil,
  typeInto,
} from '#web/testing/render-standalone.tsx'
import type { Viewer } from './components/post-actions.ts'
import { somePost } from './testing/some-post.ts'
import { usePostActions } from './use-post-actions.tsx'

renderStandalone('feed', 'moderation')

const viewer = {
  _id: 'me',
  communityId: 'home',
  gender: null,
  suspendedUntil: null,
  abilities: { readChats: true },
} as unknown as Viewer
const author = { ...somePost('p1').user, _id: 'u1', pseudo: 'zoe' }

const Screen = ({ communityId }: { communityId: string }) => {
  const { actions } = usePostActions(viewer, 'les-tilleuls')
  return (
    <>
      <p>{useLocation().href}</p>
      <button type="button" onClick={() => actions.onChat(somePost('p1', { userId: 'u1', user: author, communityId }))}>
        Write
      </button>
    </>
  )
}

describe('a future event', () => {
  const upcoming = somePost('p1', {
    userId: 'me',
    groupId: 'activity',
    interestedCount: 2,
    abilities: { remove: true, edit: true, move: true },
    eventId: { dateId: '2031-06-11', timeId: '18:30' },
  })
  const Buttons = ({ post }: { post: FeedPost }) => {
    const { actions, dialog } = usePostActions(viewer, 'les-tilleuls')
    return (
      <>
        <button type="button" onClick={() => actions.onRemove(post)}>
          Remove it
        </button>
        <button type="button" onClick={() => actions.onCancelEvent(post)}>
          Cancel it
        </button>
        {dialog}
      </>
    )
  }
  const cancelledPost = { ...upcoming, cancelled: { date: '2031-06-10T10:00:00.000Z', reason: 'Rain' } }

  test('that has answers can be cancelled with a reason instead of being deleted', async () => {
    stub(cancelEvent, cancelledPost)
    await render(<Buttons post={upcoming} />)
    await press('Remove it')
    await expectText('2 people have answered and are told')
    await press('Call off instead')
    await expectText('Call this off?')
    await typeInto(' Rain ', '[name=reason]')
    await press('Call off')
    await waitUntil(() => calls.length > 0)
    expect([calls, bodies]).toEqual([['POST /events/cancel/p1'], [{ reason: 'Rain' }]])
    await waitUntil(() => toastTexts().length > 0)
    expect(document.querySelector('dialog[open]')).toBeNull()
  })

  test('keeps the cancel dialog open with the reason when the server refuses, and does not send a reason that is too long', async () => {
    stub(cancelEvent, () => refusal('toomanyrequests'))
    await render(<Buttons post={upcoming} />)
    await press('Cancel it')
    await expectText('Call this off?')
    await typeInto('Rain', '[name=reason]')
    await press('Call off')
    await expectText('It was not called off.')
    expect(document.querySelector<HTMLTextAreaElement>('[name=reason]')!.value).toBe('Rain')
    await typeInto('x'.repeat(MAX_REASON_LENGTH + 1), '[name=reason]')
    const before = calls.length
    await press('Call off')
    expect(calls).toHaveLength(before)
  })

  test('without answers opens a delete dialog that does not offer to cancel the event', async () => {
    await render(<Buttons post={{ ...upcoming, interestedCount: 0 }} />)
    await press('Remove it')
    await expectText('It disappears for everybody')
    expect(document.body.textContent).not.toContain('Call off instead')
  })
})

test('the team removes a post with a rule and a reason, and sees an error when one is missing', async () => {
  const Team = () => {
    const { actions, dialog } = usePostActions(viewer, 'les-tilleuls')
    return (
      <>
        <button type="button" onClick={() => actions.onRemove(somePost('p1', { userId: 'u1', user: author }))}>
          Remove it
        </button>
        {dialog}
      </>
    )
  }
  stub(removeEvent, {} as never)
  await render(<Team />)
  await press('Remove it')
  await expectText(t('rules.removal.title'))
  await press(t('rules.removal.yes'))
  await expectText(t('errors.rulemandatory'))
  expect(calls).toEqual([])
  await act(async () => {
    const rule = document.querySelector<HTMLSelectElement>('[name=rule]')!
    rule.value = 'advertising'
    rule.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await typeInto('Every day the same', '[name=reason]')
  await press(t('rules.removal.yes'))
  await waitUntil(() => calls.length > 0)
  expect(calls).toEqual(['DELETE /events/p1?rule=advertising&reason=Every%20day%20the%20same'])
  await waitUntil(() => document.querySelector('dialog[open]') === null)
  expect(document.querySelector('dialog[open]')).toBeNull()
})

test.each([
  ['by their pseudo in the viewer’s community', 'home', 'zoe'],
  ['by their id in another community, where the pseudo may belong to somebody else', 'camping', 'u1'],
])('a conversation with the author of a post is opened %s', async (_, communityId, person) => {
  await render(<Screen communityId={communityId} />)
  await press('Write')
  const address = () => document.querySelector('p')?.textContent
  await waitUntil(() => address() !== '/')
  expect(address()).toBe(`/les-tilleuls/mes-conversations/${person}?eventId=p1`)
})
