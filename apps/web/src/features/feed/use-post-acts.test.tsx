import { useLocation } from '@tanstack/react-router'
import { cancelEvent, type LiveEvent, MAX_REASON_LENGTH, removeEvent } from '@parvis/contract/feed.ts'
import { act } from 'react'
import { describe, expect, test } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import {
  bodies,
  calls,
  draw,
  drawAlone,
  press,
  refusal,
  shows,
  stub,
  told,
  until,
  write,
} from '#web/testing/draw-alone.tsx'
import type { Reader } from './components/post-acts.ts'
import { somePost } from './testing/some-post.ts'
import { usePostActs } from './use-post-acts.tsx'

drawAlone('feed', 'post', 'postacts', 'rules')

const reader = {
  _id: 'me',
  communityId: 'home',
  gender: null,
  suspendedUntil: null,
  abilities: { readChats: true },
} as unknown as Reader
const author = { ...somePost('p1').user, _id: 'u1', pseudo: 'zoe' }

const Screen = ({ communityId }: { communityId: string }) => {
  const { acts } = usePostActs(reader, 'les-tilleuls')
  return (
    <>
      <p>{useLocation().href}</p>
      <button type="button" onClick={() => acts.onChat(somePost('p1', { userId: 'u1', user: author, communityId }))}>
        Write
      </button>
    </>
  )
}

describe('an event to come', () => {
  const dated = somePost('p1', {
    userId: 'me',
    groupId: 'activity',
    interestedCount: 2,
    abilities: { remove: true, edit: true, move: true },
    eventId: { dateId: '2031-06-11', timeId: '18:30' },
  })
  const Acting = ({ post }: { post: LiveEvent }) => {
    const { acts, dialog } = usePostActs(reader, 'les-tilleuls')
    return (
      <>
        <button type="button" onClick={() => acts.onRemove(post)}>
          Remove it
        </button>
        <button type="button" onClick={() => acts.onCallOff(post)}>
          Cancel it
        </button>
        {dialog}
      </>
    )
  }
  const off = { ...dated, cancelled: { date: '2031-06-10T10:00:00.000Z', reason: 'Rain' } }

  test('is cancelled with a reason instead of being deleted', async () => {
    stub(cancelEvent, off)
    await draw(<Acting post={dated} />)
    await press('Remove it')
    await shows('2 people have answered and are told')
    await press('Call off instead')
    await shows('Call this off?')
    await write(' Rain ', '[name=reason]')
    await press('Call off')
    await until(() => calls.length > 0)
    expect([calls, bodies]).toEqual([['POST /events/cancel/p1'], [{ reason: 'Rain' }]])
    await until(() => told().length > 0)
    expect(document.querySelector('dialog[open]')).toBeNull()
  })

  test('keeps the dialog with the reason open while the server refuses', async () => {
    stub(cancelEvent, () => refusal('toomanyrequests'))
    await draw(<Acting post={dated} />)
    await press('Cancel it')
    await shows('Call this off?')
    await write('Rain', '[name=reason]')
    await press('Call off')
    await shows('It was not called off.')
    expect(document.querySelector<HTMLTextAreaElement>('[name=reason]')!.value).toBe('Rain')
    await write('x'.repeat(MAX_REASON_LENGTH + 1), '[name=reason]')
    const before = calls.length
    await press('Call off')
    expect(calls).toHaveLength(before)
  })

  test('that nobody has answered is deleted without the offer to cancel it', async () => {
    await draw(<Acting post={{ ...dated, interestedCount: 0 }} />)
    await press('Remove it')
    await shows('It disappears for everybody')
    expect(document.body.textContent).not.toContain('Call off instead')
  })
})

test('the team removes a post with a rule and a reason, after an error when one is missing', async () => {
  const Team = () => {
    const { acts, dialog } = usePostActs(reader, 'les-tilleuls')
    return (
      <>
        <button type="button" onClick={() => acts.onRemove(somePost('p1', { userId: 'u1', user: author }))}>
          Remove it
        </button>
        {dialog}
      </>
    )
  }
  stub(removeEvent, {} as never)
  await draw(<Team />)
  await press('Remove it')
  await shows(t('rules.removal.title'))
  await press(t('rules.removal.yes'))
  await shows(t('errors.rulemandatory'))
  expect(calls).toEqual([])
  await act(async () => {
    const rule = document.querySelector<HTMLSelectElement>('[name=rule]')!
    rule.value = 'advertising'
    rule.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await write('Every day the same', '[name=reason]')
  await press(t('rules.removal.yes'))
  await until(() => calls.length > 0)
  expect(calls).toEqual(['DELETE /events/p1?rule=advertising&reason=Every%20day%20the%20same'])
  await until(() => document.querySelector('dialog[open]') === null)
  expect(document.querySelector('dialog[open]')).toBeNull()
})

test.each([
  ['by their pseudo, here', 'home', 'zoe'],
  ['by their id, in another community, as a pseudo names somebody else here', 'camping', 'u1'],
])('the author of a post is addressed %s', async (_, communityId, person) => {
  await draw(<Screen communityId={communityId} />)
  await press('Write')
  const address = () => document.querySelector('p')?.textContent
  await until(() => address() !== '/')
  expect(address()).toBe(`/les-tilleuls/mes-conversations/${person}?eventId=p1`)
})
