import type { FeedPost } from '@parvis/contract/feed.ts'
import type { EventGroup } from '@parvis/contract/feed-filter.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, vi } from 'vitest'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { noAbilities, somePost } from './some-post.ts'
import type { PostActions } from '../components/post-actions.ts'
import { PostCard } from '../components/PostCard.tsx'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

export const id = '0199f15d-9f9c-7de6-a71a-a6c1331d349f'
const community = { customUri: 'les-tilleuls', timezone: 'Europe/Paris', name: 'Les Tilleuls', logoUri: null }
export const template = {
  _id: id,
  name: 'Prêter',
  lang: { en: { name: 'Lend' } },
  picto: 'handshake',
  hue: 'lend' as const,
}
export const photo = {
  _id: id,
  uri: '/media/x',
  width: 1600,
  height: 1000,
  thumbhash: '',
  alt: 'Un lac',
  lang: { en: { alt: 'A lake' } },
}

export const post = (groupId: EventGroup, { eventId, ...more }: Parameters<typeof somePost>[1] = {}): FeedPost =>
  somePost(id, {
    userId: id,
    communityId: id,
    groupId,
    dateAdded: new Date().toISOString(),
    dateUpdated: new Date().toISOString(),
    abilities: noAbilities,
    user: {
      _id: id,
      pseudo: 'mfdb74',
      firstname: 'Marie-Françoise',
      initial: 'D',
      building: 'C',
      role: 'neighbor',
      photoUri: null,
      gender: 'F',
    },
    ...more,
    eventId: { title: 'Bonjour', lang: { en: { title: 'Hello' } }, ...eventId },
  })

export const actionsFor = (viewer: Partial<PostActions['viewer']> = {}) =>
  ({
    viewer: {
      _id: 'me',
      gender: null,
      communityId: 'c1',
      canAnswer: true,
      isSuspended: false,
      isGuest: false,
      canOpenProfiles: true,
      ...viewer,
    },
    onAnswer: vi.fn<PostActions['onAnswer']>(),
    onChat: vi.fn<PostActions['onShare']>(),
    onGroup: vi.fn<PostActions['onShare']>(),
    onShare: vi.fn<PostActions['onShare']>(),
    onCopy: vi.fn<PostActions['onCopy']>(),
    onEdit: vi.fn<PostActions['onEdit']>(),
    onRemove: vi.fn<PostActions['onRemove']>(),
    onCancelEvent: vi.fn<PostActions['onCancelEvent']>(),
    onFlag: vi.fn<PostActions['onFlag']>(),
  }) satisfies PostActions

/** The card that `renderCard` has rendered last. */
export let card: HTMLElement
let root: Root | undefined

export const renderCard = async (shown: FeedPost, actions: PostActions = actionsFor()) => {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <QueryClientProvider client={new QueryClient()}>
          <PostCard post={shown} community={community} actions={actions} />
        </QueryClientProvider>
      ),
    }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  await act(async () => {
    await router.load()
    root?.render(<RouterProvider router={router as never} />)
  })
  card = place.querySelector('article')!
}
export const button = (name: RegExp) =>
  [...card.querySelectorAll('button')].find(one => name.test(one.getAttribute('aria-label') ?? one.textContent ?? ''))
export const press = (name: RegExp) => act(async () => button(name)?.click())
export const unmountCard = () => act(async () => root?.unmount())

/** Sets up a test file, once: loads the texts of a card, and empties the page after each test. */
export const setUpPostCard = (): void => {
  beforeAll(async () => {
    globalThis.IS_REACT_ACT_ENVIRONMENT = true
    // happy-dom has no popovers.
    HTMLElement.prototype.showPopover ??= () => {}
    await loadTexts('frame', 'feed')
    await setLanguage('en')
  })
  afterEach(async () => {
    await unmountCard()
    document.body.replaceChildren()
  })
}
