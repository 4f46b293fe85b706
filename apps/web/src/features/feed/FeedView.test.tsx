import { type FeedPost, listEvents } from '@parvis/contract/feed.ts'
import { type ComponentProps, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { store } from '#web/kernel/device/stored.ts'
import { FrameContext } from '#web/ui/frame-context.ts'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import {
  calls,
  render,
  renderStandalone,
  refetchAll,
  findNamed,
  noNetwork,
  press,
  refusal,
  expectText,
  stub,
  tap,
  waitUntil,
  clearPage,
  typeInto,
} from '#web/testing/render-standalone.tsx'
import type { FeedSearch } from './feed.search.ts'
import { FeedView, type FeedViewProps } from './FeedView.tsx'
import { somePost } from './testing/some-post.ts'

// happy-dom has no layout, so a virtual list would render nothing.
vi.mock('virtua', () => ({
  WindowVirtualizer: ({ data, children }: { data: string[]; children: (id: string, n: number) => ReactNode }) =>
    data.map(children),
}))

renderStandalone('feed')

const community = {
  _id: 'home',
  name: 'Les Tilleuls',
  logoUri: null,
  customUri: 'les-tilleuls',
  timezone: 'Europe/Paris',
  communitytype: 'Neighborhood',
  gooddeal: true,
  weather: true,
  hasOrganizationChannel: false,
} as const
const me = {
  _id: 'me',
  pseudo: 'me',
  firstname: 'Camille',
  communityId: 'home',
  gender: null,
  photoUri: null,
  suspendedUntil: null,
  abilities: { answer: true, readChats: true, openProfiles: true },
} as unknown as FeedViewProps['me']
const refuse = vi.fn<() => void>()
const frame = {
  place: { name: 'Les Tilleuls', target: { to: '/' } },
  action: { label: 'Publish', icon: 'plus', onAct: () => {} },
  explainRefusal: refuse,
} as const
const onCriteriaChange = vi.fn<(change: FeedSearch) => void>()

const pageWith = (...docs: FeedPost[]) => ({
  docs,
  page: 1,
  hasNextPage: false,
  nextPage: null,
  cursor: null,
  templatesUpdateTimestamp: '2026-01-01T00:00:00Z',
})
const post = (id: string, more: Parameters<typeof somePost>[1] = {}) =>
  somePost(id, { ...more, eventId: { title: id, lang: { en: { title: id } } } })

const renderFeed = (
  search: FeedSearch = {},
  more: Partial<FeedViewProps> = {},
  frameValue: ComponentProps<typeof FrameContext>['value'] = frame,
) =>
  render(
    <FrameContext value={frameValue}>
      <FeedView community={community} me={me} criteria={search} onCriteriaChange={onCriteriaChange} {...more} />
    </FrameContext>,
  )
const chips = () =>
  [...document.querySelectorAll('[role=group] button')].map(one => [one.textContent, one.getAttribute('aria-pressed')])

beforeEach(() => {
  onCriteriaChange.mockReset()
  refuse.mockReset()
  // happy-dom has no popovers.
  HTMLElement.prototype.showPopover ??= () => {}
  HTMLElement.prototype.hidePopover ??= () => {}
})
afterEach(() => {
  for (const { id } of shownToasts()) closeToast(id)
  store('foldedPins', null)
})

const chipNamed = (name: string) => chips().find(([words]) => words === name)

describe('the feed', () => {
  test('shows an empty state, and refetches when the viewer asks', async () => {
    stub(listEvents, pageWith())
    await renderFeed()
    await expectText('The board is free')
    stub(listEvents, pageWith(post('Bonjour')))
    await press('Look again')
    await expectText('Bonjour')
    expect(document.body.textContent).not.toContain('The board is free')
  })

  test('shows a translated error without its error key, and loads on retry', async () => {
    stub(listEvents, () => refusal('unexpectederror'))
    await renderFeed()
    await expectText('The posts did not load')
    expect(document.body.textContent).not.toContain('unexpectederror')
    stub(listEvents, pageWith(post('Bonjour')))
    await press('Try again')
    await expectText('Bonjour')
    expect(document.body.textContent).not.toContain('The posts did not load')
  })

  test('shows offline viewers the time of the last update, and a notice that the loaded posts end here', async () => {
    stub(listEvents, { ...pageWith(post('Bonjour')), hasNextPage: true, nextPage: 2 })
    await renderFeed()
    await expectText('Bonjour')
    stub(listEvents, noNetwork)
    await refetchAll()
    await expectText('Offline. Last seen')
    await expectText('Bonjour')
    await expectText('You are offline: the posts that were loaded end here.')
    expect(document.body.textContent).not.toContain('You have seen everything.')
    stub(listEvents, pageWith(post('Bonjour')))
    await refetchAll()
    await expectText('You have seen everything.')
    expect(document.body.textContent).not.toContain('ffline')
  })

  test('says that there is no connection when no posts are cached and the server cannot be reached', async () => {
    stub(listEvents, noNetwork)
    await renderFeed({ filter: 'proposal' })
    await expectText('No connection, and nothing of this is on this device yet.')
    expect(document.querySelectorAll('article')).toHaveLength(0)
  })

  test('shows the search text when a search finds nothing, with a button that returns to all posts', async () => {
    stub(listEvents, pageWith())
    await renderFeed({ search: 'xylotruc' })
    await expectText('No post found')
    await expectText('Nothing speaks of “xylotruc”.')
    await press('Clear the search')
    expect(onCriteriaChange).toHaveBeenLastCalledWith({ search: undefined, filter: 'all' })
  })

  test('sends a search only after a pause in typing (debounce)', async () => {
    stub(listEvents, pageWith(post('Bonjour')))
    await renderFeed()
    await expectText('Bonjour')
    await typeInto('pét', 'input[type=search]')
    await typeInto('pétanque ', 'input[type=search]')
    await waitUntil(() => onCriteriaChange.mock.calls.length > 0)
    expect(onCriteriaChange.mock.calls).toEqual([[{ search: 'pétanque' }]])
  })
})

describe('the composer', () => {
  const hasComposer = () => document.body.textContent.includes('Tell your neighbours…')

  test('is shown if the frame has an action, even to members without the ability `post`, but not above search results', async () => {
    stub(listEvents, pageWith(post('Bonjour')))
    await renderFeed({}, { me: { ...me, abilities: { ...me.abilities, post: false } } })
    await expectText('Bonjour')
    expect([hasComposer(), findNamed('Publish') !== undefined]).toEqual([true, true])
    await clearPage()
    await renderFeed({ search: 'jour' })
    await expectText('Bonjour')
    expect(hasComposer()).toBe(false)
    await clearPage()
    await renderFeed({}, {}, { place: frame.place })
    await expectText('Bonjour')
    expect(hasComposer()).toBe(false)
  })
})

describe('a guest', () => {
  const guest = { ...me, abilities: {} } as typeof me

  test.each(['Interested', 'Write to ana', 'Report'])(
    'who taps “%s” sees an explanation, and no request is sent',
    async name => {
      stub(listEvents, pageWith(post('Bonjour', { abilities: { answer: false, chat: false, flag: false } })))
      await renderFeed({}, { me: guest })
      await expectText('Bonjour')
      if (name === 'Report') await tap('More about “Bonjour”')
      await waitUntil(() => findNamed(name) !== undefined)
      await tap(name)
      expect(refuse).toHaveBeenCalledOnce()
      expect(calls.filter(one => !one.startsWith('GET'))).toEqual([])
    },
  )

  test('who is a former member has no button to write to authors, and may not answer posts', async () => {
    stub(listEvents, pageWith(post('Bonjour', { abilities: { answer: false, chat: false, flag: false } })))
    await renderFeed({}, { me: { ...guest, abilities: { ...guest.abilities, readChats: true } } })
    await expectText('Bonjour')
    expect(findNamed('Write to ana')).toBeUndefined()
    await tap('Interested')
    expect(refuse).toHaveBeenCalledOnce()
  })
})

describe('the feed filter', () => {
  test('marks the active choice, sends it to the server, and reports another choice on tap', async () => {
    stub(listEvents, ({ query }) => pageWith(post(`of ${query.get('filter')}`, { groupId: 'activity' })))
    await renderFeed({ filter: 'activity' })
    await expectText('of activity')
    expect(chips().filter(([, on]) => on === 'true')).toEqual([chipNamed('Moments')])
    await press('My activity')
    expect(onCriteriaChange).toHaveBeenLastCalledWith({ filter: 'my' })
  })

  test('offers the posts of the own community as a choice only if the community has an organisation channel', async () => {
    stub(listEvents, pageWith(post('Bonjour')))
    await renderFeed({ filter: 'community' })
    await expectText('Bonjour')
    expect([chipNamed('Our neighbourhood'), chipNamed('All')?.[1]]).toEqual([undefined, 'true'])
    await clearPage()
    await renderFeed({ filter: 'community' }, { community: { ...community, hasOrganizationChannel: true } })
    await expectText('Bonjour')
    expect([chipNamed('Our neighbourhood')?.[1], chipNamed('All')?.[1]]).toEqual(['true', 'false'])
  })

  test('restored from an earlier visit is announced in a toast with a link to all posts', async () => {
    stub(listEvents, pageWith(post('Bonjour', { groupId: 'activity' })))
    await renderFeed({ filter: 'activity' }, { isFilterRemembered: true })
    await expectText('Bonjour')
    const toast = shownToasts().at(-1)!
    expect([toast.text, toast.action?.label]).toEqual(['Your last choice: Moments', 'See all'])
    toast.action!.onClick()
    expect(onCriteriaChange).toHaveBeenLastCalledWith({ filter: 'all' })
    for (const { id } of shownToasts()) closeToast(id)
    await clearPage()
    await renderFeed({ filter: 'activity' })
    await expectText('Bonjour')
    expect(shownToasts()).toEqual([])
  })
})
