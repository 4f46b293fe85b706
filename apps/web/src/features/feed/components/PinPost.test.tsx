import { pinEvent, unpinEvent } from '@parvis/contract/feed.ts'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { store } from '#web/kernel/device/stored.ts'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import {
  bodies,
  calls,
  render,
  renderStandalone,
  press,
  expectText,
  stub,
  waitUntil,
  clearPage,
  typeInto,
} from '#web/testing/render-standalone.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { postStoreOf } from '../posts.store.ts'
import { somePost } from '../testing/some-post.ts'
import { usePinPost } from './PinPost.tsx'
import { PinnedPosts } from './PinnedPosts.tsx'

renderStandalone('feed')

const post = somePost('p1', {
  abilities: { pin: true },
  eventId: { title: 'Avis', lang: { en: { title: 'Notice' } } },
})
const pinned = { ...post, version: 2, pinnedUntil: '2099-01-01T00:00:00Z' } as typeof post

const Menu = ({ menuPost = post }: { menuPost?: typeof post }) => {
  const { item, dialog } = usePinPost(menuPost, 'Europe/Paris')
  return (
    <>
      {item}
      {dialog}
    </>
  )
}
const tapItem = (name: string) =>
  act(async () =>
    [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(one => one.textContent === name)!.click(),
  )
const day = () => document.querySelector<HTMLInputElement>('input[name=until]')!

beforeEach(() => {
  // happy-dom has no popovers.
  HTMLElement.prototype.hidePopover ??= () => {}
})
afterEach(() => {
  for (const { id } of shownToasts()) closeToast(id)
  store('foldedPins', null)
})

describe('pinning a post', () => {
  test('asks for the last day of the pin, rejects a past day, and sends the chosen day', async () => {
    stub(pinEvent, pinned)
    await render(<Menu />)
    await tapItem('Pin to the top')
    await expectText('Pin this post?')
    await typeInto('2020-01-01', 'input[name=until]')
    await press('Pin')
    await expectText('This day is over.')
    expect([calls, document.querySelectorAll('[aria-invalid=true]').length]).toEqual([[], 1])
    await typeInto('2098-12-31', 'input[name=until]')
    await press('Pin')
    await waitUntil(() => day() === null)
    expect([calls, bodies]).toEqual([['PUT /events/pin/p1'], [{ until: '2098-12-31' }]])
    expect(shownToasts().map(({ text }) => text)).toEqual(['Post pinned'])
  })

  test('has no end when no day is chosen', async () => {
    stub(pinEvent, pinned)
    await render(<Menu />)
    await tapItem('Pin to the top')
    await press('Pin')
    await waitUntil(() => bodies.length > 0)
    expect(bodies).toEqual([{}])
  })

  test('shows an error beside the chosen day when three posts are already pinned', async () => {
    stub(pinEvent, () => Response.json({ error: { key: 'toomanypinned', params: { count: 3 } } }, { status: 409 }))
    await render(<Menu />)
    await tapItem('Pin to the top')
    await typeInto('2098-12-31', 'input[name=until]')
    await press('Pin')
    await expectText('3 posts are pinned already: unpin one first.')
    expect([day().value, shownToasts()]).toEqual(['2098-12-31', []])
    await press('Cancel')
    await waitUntil(() => day() === null)
    await tapItem('Pin to the top')
    expect(document.body.textContent).not.toContain('unpin one first')
  })

  test('can be undone without a confirmation, and is offered only to members who may pin', async () => {
    stub(unpinEvent, { ...post, version: 3 })
    await render(<Menu menuPost={pinned} />)
    await tapItem('Unpin')
    await waitUntil(() => shownToasts().length > 0)
    expect([calls, shownToasts()[0]!.text]).toEqual([
      ['DELETE /events/pin/p1'],
      'Post unpinned: it is back in its place',
    ])
    await clearPage()
    await render(<Menu menuPost={somePost('p1')} />)
    expect(document.querySelectorAll('[role=menuitem]')).toHaveLength(0)
  })
})

describe('the pinned posts', () => {
  const Section = ({ ids }: { ids: string[] }) => {
    postStoreOf(useQueryClient()).addFetched(
      ['a', 'b'].map(id => somePost(id, { eventId: { title: id, lang: { en: { title: id } } } })),
    )
    return <PinnedPosts ids={ids} communityUri="c" />
  }
  const header = () => document.querySelector('button')!
  const rows = () => [...document.querySelectorAll('li a')].map(one => one.textContent)

  test('stay collapsed to one line with their titles, until another post is pinned', async () => {
    await render(<Section ids={['a']} />)
    expect([header().getAttribute('aria-expanded'), rows()]).toEqual(['true', ['a']])
    await act(async () => header().click())
    expect([header().getAttribute('aria-expanded'), rows(), header().textContent]).toEqual([
      'false',
      [],
      'Pinned by the teama',
    ])
    await clearPage()
    await render(<Section ids={['a']} />)
    expect(header().getAttribute('aria-expanded')).toBe('false')
    await clearPage()
    await render(<Section ids={['b', 'a']} />)
    expect([header().getAttribute('aria-expanded'), rows()]).toEqual(['true', ['b', 'a']])
  })
})
