import type { FeedPost } from '@parvis/contract/feed.ts'
import type { EventGroup } from '@parvis/contract/feed-filter.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { noAbilities, somePost } from '../testing/some-post.ts'
import type { PostActions } from './post-actions.ts'
import { PostCard } from './PostCard.tsx'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

const id = '0199f15d-9f9c-7de6-a71a-a6c1331d349f'
const community = { customUri: 'les-tilleuls', timezone: 'Europe/Paris', name: 'Les Tilleuls', logoUri: null }
const template = { _id: id, name: 'Prêter', lang: { en: { name: 'Lend' } }, picto: 'handshake', hue: 'lend' as const }
const photo = {
  _id: id,
  uri: '/media/x',
  width: 1600,
  height: 1000,
  thumbhash: '',
  alt: 'Un lac',
  lang: { en: { alt: 'A lake' } },
}

const post = (groupId: EventGroup, { eventId, ...more }: Parameters<typeof somePost>[1] = {}): FeedPost =>
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

const actionsFor = (viewer: Partial<PostActions['viewer']> = {}) =>
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

let root: Root | undefined
let card: HTMLElement

const renderCard = async (shown: FeedPost, actions: PostActions = actionsFor()) => {
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
const button = (name: RegExp) =>
  [...card.querySelectorAll('button')].find(one => name.test(one.getAttribute('aria-label') ?? one.textContent ?? ''))
const press = (name: RegExp) => act(async () => button(name)?.click())

beforeAll(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  // happy-dom has no popovers.
  HTMLElement.prototype.showPopover ??= () => {}
  await loadTexts('common', 'errors', 'feed', 'post')
  await setLanguage('en')
})
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
})

describe('the count of answers, by group', () => {
  test.each<[EventGroup, string]>([
    ['welcome', '11 people welcomed her'],
    ['activity', '11 people are coming'],
    ['proposal', '11 people can help'],
    ['gooddeal', '11 people are interested'],
    ['post', '11 people are interested'],
    ['like', '11 people like it'],
    ['weather', '11 people like it'],
  ])('%s', async (group, words) => {
    await renderCard(post(group, { interestedCount: 11 }))
    expect(card.textContent).toContain(words)
  })

  test('is in the singular for one person', async () => {
    await renderCard(post('activity', { interested: true, interestedCount: 1 }))
    expect(card.textContent).toContain('1 person is coming')
  })

  test('says "useful" for a post of the team', async () => {
    await renderCard(post('like', { interestedCount: 34, user: { ...post('like').user, role: 'employee' } }))
    expect(card.textContent).toContain('34 people found it useful')
  })

  test('is not shown for zero answers', async () => {
    await renderCard(post('activity'))
    expect(card.textContent).not.toContain('0')
  })
})

describe('a post that its author has moved or cancelled', () => {
  const when = { dateId: '2031-06-12', timeId: '19:30' }
  const moved = (from: FeedPost['moved']) => {
    const one = post('activity', { date: '2031-06-12T17:30:00.000Z', moved: from })
    return { ...one, eventId: { ...one.eventId, ...when } }
  }
  const at = '2031-06-01T10:00:00.000Z'

  test('shows its former time, or says that its place has changed', async () => {
    const from = { dateId: '2031-06-11', timeId: '18:30', date: '2031-06-11T16:30:00.000Z' }
    await renderCard(moved({ date: at, from, place: false }))
    expect(card.textContent).toMatch(/Moved\. Before: .*11 June.*18:30/)
    await act(async () => root?.unmount())
    document.body.replaceChildren()
    await renderCard(moved({ date: at, from: null, place: true }))
    expect(card.textContent).toContain('In another place than before')
  })

  test('says that it is cancelled and why, and accepts no answer', async () => {
    const one = moved({ date: at, from: null, place: true })
    await renderCard({
      ...one,
      cancelled: { date: at, reason: 'It rains' },
      abilities: { ...one.abilities, answer: false },
    })
    expect(card.textContent).toContain('Called off')
    expect(card.textContent).toContain('It rains')
    expect(card.textContent).not.toContain('In another place')
    expect(card.querySelector('s')?.textContent).toContain('12 June')
    expect(button(/answer|come|coming/i)).toBeUndefined()
  })
})

describe('the author', () => {
  const team = { ...post('like').user, role: 'employee' as const }
  test.each<[string, FeedPost, Partial<PostActions['viewer']>, string[]]>([
    ['in the viewer’s community, by the pseudo', post('post'), { communityId: id }, ['/les-tilleuls/profil/mfdb74']],
    ['in another community, by the id', post('post'), { communityId: 'x' }, [`/les-tilleuls/profil?userId=${id}`]],
    [
      'of a team member, by the id',
      post('like', { user: team }),
      { communityId: id },
      [`/les-tilleuls/profil?userId=${id}`],
    ],
    ['from the welcome post', post('welcome'), { communityId: id }, ['/les-tilleuls/profil/mfdb74']],
    ['none for a viewer who cannot open profiles', post('welcome'), { canOpenProfiles: false }, []],
  ])('has a profile link: %s', async (_, shown, viewer, expected) => {
    await renderCard(shown, actionsFor(viewer))
    const links = [...card.querySelectorAll('a')].map(link => link.getAttribute('href'))
    expect(links.filter(href => href?.includes('/profil'))).toEqual(expected)
  })
})

describe('a pinned post', () => {
  test.each<[string, FeedPost['pinnedUntil'], boolean]>([
    ['is marked while it is pinned without an end', null, true],
    ['is marked until a future day', new Date(Date.now() + 864e5).toISOString(), true],
    ['is not marked after its last day', new Date(Date.now() - 864e5).toISOString(), false],
    ['is not marked when it is not pinned', undefined, false],
  ])('%s', async (_, pinnedUntil, isMarked) => {
    await renderCard(post('like', pinnedUntil === undefined ? {} : { pinnedUntil }))
    expect(card.textContent?.includes('Pinned by the team')).toBe(isMarked)
  })
})

describe('a past post', () => {
  const pastDate = { date: '2026-01-01T18:00:00Z', eventId: { dateId: '2026-01-01', timeId: '19:00' } }
  const mayAnswer = { ...post('post').abilities, answer: true, chat: true }

  test('uses the past tense, has a badge, and accepts no more answers', async () => {
    await renderCard(post('activity', { ...pastDate, interestedCount: 11, abilities: mayAnswer }))
    expect(card.textContent).toContain('11 people came')
    expect(card.textContent).toContain('Past')
    expect(card.textContent).toContain('No more answers')
    expect(button(/Answer/)).toBeUndefined()
  })

  test('keeps the viewer’s answer, which can be withdrawn', async () => {
    const actions = actionsFor()
    await renderCard(
      post('activity', {
        ...pastDate,
        interested: true,
        interestedCount: 1,
        abilities: { ...mayAnswer, answer: false },
      }),
      actions,
    )
    await press(/remove answer/)
    expect(actions.onAnswer).toHaveBeenCalledOnce()
  })

  test('shows its time in place of "now"', async () => {
    await renderCard(post('activity', { template, dateAdded: '2026-01-01T18:00:00Z', eventId: { dateId: 'now' } }))
    expect(card.textContent).not.toMatch(/Now/)
    expect(card.textContent).toContain('19:00')
  })

  test('closes while the card is on the screen', async () => {
    const HOUR_MS = 3_600_000
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      await renderCard(
        post('activity', {
          dateAdded: new Date(Date.now() - 4 * HOUR_MS + 20_000).toISOString(),
          eventId: { dateId: 'now' },
          abilities: mayAnswer,
        }),
      )
      expect(button(/Answer/)).toBeDefined()
      await act(() => vi.advanceTimersByTimeAsync(61_000))
      expect(card.textContent).toContain('No more answers')
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the place', () => {
  const place = {
    _id: id,
    name: 'À mon emplacement',
    atAuthor: true,
    stay: null,
    lang: { en: { name: 'At my place' } },
  }

  test('of another member is named after that member', async () => {
    await renderCard(post('activity', { template, place }))
    expect(card.textContent).toContain('At Marie-Françoise’s')
  })

  test('of the viewer is called "my place"', async () => {
    await renderCard(post('activity', { template, place }), actionsFor({ _id: id }))
    expect(card.textContent).toContain('At my place')
  })

  test('is shown with the time also for a post without a template', async () => {
    await renderCard(
      post('gooddeal', {
        date: '2027-06-13T07:00:00Z',
        eventId: { dateId: '2027-06-13', timeId: '09:00' },
        place: { ...place, name: 'Jardin', atAuthor: false, stay: null, lang: { en: { name: 'Garden' } } },
      }),
    )
    expect(card.textContent).toContain('9:00')
    expect(card.textContent).toContain('Garden')
  })
})

describe('the header', () => {
  test('shows the first name, the initial and the building of the author', async () => {
    await renderCard(post('post'))
    expect(card.textContent).toContain('Marie-Françoise D.')
    expect(card.textContent).toContain('Building\u00a0C')
    expect(card.textContent).not.toContain('mfdb74')
  })

  test('names the community on a welcome post, whose body shows the new member', async () => {
    await renderCard(post('welcome'))
    const names = card
      .getAttribute('aria-labelledby')!
      .split(' ')
      .map(name => document.getElementById(name)?.textContent)
    expect(names).toEqual(['Hello', 'Les Tilleuls'])
    expect(card.querySelector('header')?.textContent).not.toContain('Marie-Françoise')
    expect(card.textContent).toContain('Marie-Françoise D.Building\u00a0C')
  })

  test('says that the viewer has reported the post, which cannot be reported again', async () => {
    await renderCard(post('post', { flagged: true, abilities: { ...post('post').abilities, flag: true } }))
    expect(card.textContent).toContain('You reported this post.')
    await press(/More about/)
    await vi.waitFor(() => expect(button(/Copy the link/)).toBeDefined(), { timeout: 15_000 })
    expect(button(/Report/)).toBeUndefined()
  })

  test('shows when the author edited the post', async () => {
    const editedAt = new Date()
    await renderCard(post('post', { editedAt: editedAt.toISOString() }))
    expect(card.textContent).toContain(
      `edited ${editedAt.getHours()}:${String(editedAt.getMinutes()).padStart(2, '0')}`,
    )
    await act(async () => root?.unmount())
    await renderCard(post('post', { editedAt: '2026-01-05T10:00:00Z' }))
    expect(card.textContent).toContain('edited 5 January')
  })

  test('is the accessible name of the card, together with the title', async () => {
    await renderCard(post('post'))
    const names = card
      .getAttribute('aria-labelledby')!
      .split(' ')
      .map(name => document.getElementById(name)?.textContent)
    expect(names).toEqual(['Hello', 'Marie-Françoise D.'])
  })

  test('shows a badge for staff and professionals', async () => {
    await renderCard(post('like', { user: { ...post('like').user, role: 'employee' } }))
    expect(card.textContent).toContain('Team')
    await act(async () => root?.unmount())
    await renderCard(
      post('post', { user: { ...post('post').user, role: 'advertiser', company: 'Boulangerie du Thiou' } }),
    )
    expect(card.textContent).toContain('Pro')
    expect(card.textContent).toContain('Boulangerie du Thiou')
  })
})

describe('the languages of a post', () => {
  test('show the text in the language of the viewer, with a button for the other', async () => {
    await renderCard(post('post'))
    expect(card.querySelector('h2')?.textContent).toBe('Hello')
    expect(card.textContent).not.toContain('Voir en français')
    await press(/^More about/)
    await vi.waitFor(() => expect(button(/Voir en français/)).toBeDefined(), { timeout: 15_000 })
    await press(/Voir en français/)
    expect(card.querySelector('h2')?.textContent).toBe('Bonjour')
    expect(card.querySelector('h2')?.closest('[lang]')?.getAttribute('lang')).toBe('fr')
  })

  test('are named in the header when the only one is not the viewer’s', async () => {
    await renderCard(post('post', { eventId: { lang: { en: {} } } }))
    expect(card.querySelector('h2')?.textContent).toBe('Bonjour')
    expect(card.textContent).toContain('in French')
    expect(button(/See in|Voir en/)).toBeUndefined()
  })
})

describe('the content of a card', () => {
  test('includes time and place', async () => {
    const place = { _id: id, name: 'Jardin', atAuthor: false, stay: null, lang: { en: { name: 'Garden' } } }
    await renderCard(post('proposal', { template, place, eventId: { dateId: 'together' } }))
    expect(card.textContent).toContain('To be arranged')
    expect(card.textContent).toContain('Garden')
  })

  test('includes an alt text for the picture', async () => {
    await renderCard(post('post', { photo }))
    expect(card.querySelector('img[alt="A lake"]')).not.toBeNull()
  })

  test('has the photo above the video, and the closing text below both', async () => {
    await renderCard(
      post('post', {
        photo,
        videoTitle: 'Finale',
        eventId: { youtubeVideoId: 'abcdefghijk', lang: { en: { description: 'Before', postDescription: 'After' } } },
      }),
    )
    const picture = card.querySelector('img[alt="A lake"]')!
    expect(picture.closest('a, button')?.outerHTML).not.toContain('Play the video')
    const order = [...card.querySelectorAll('p, img[alt="A lake"], [aria-label^="Play the video"]')]
      .map(one => one.getAttribute('alt') ?? one.getAttribute('aria-label') ?? one.textContent)
      .filter(words => ['Before', 'A lake', 'Play the video: Finale', 'After'].includes(words))
    expect(order).toEqual(['Before', 'A lake', 'Play the video: Finale', 'After'])
  })

  test('sends no request to the video host before a tap', async () => {
    await renderCard(post('like', { photo, videoTitle: 'Finale', eventId: { youtubeVideoId: 'abcdefghijk' } }))
    expect(card.querySelector('iframe')).toBeNull()
    expect([...card.querySelectorAll('[src]')].filter(one => one.getAttribute('src')?.includes('youtube'))).toEqual([])
    await press(/Play the video: Finale/)
    expect(card.querySelector('iframe')?.getAttribute('src')).toBe(
      'https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1',
    )
  })

  test('links a deal to its screen', async () => {
    await renderCard(
      post('gooddeal', {
        deal: {
          _id: id,
          title: 'Boulangerie',
          promotion: '2 pains',
          lang: { en: { promotion: '2 loaves' } },
          photoUri: null,
        },
      }),
    )
    expect([...card.querySelectorAll('a[href]')].map(link => link.getAttribute('href'))).toContain(
      `/les-tilleuls/annonce?id=${id}`,
    )
    expect(card.textContent).toContain('2 loaves')
  })

  test('shows four hours of a weather post', async () => {
    const weather = [9, 12, 15, 18].map(hour => ({
      hour,
      temp: hour + 0.4,
      icon: '01d',
      description: 'soleil',
      lang: { en: { description: 'sunny' } },
    }))
    await renderCard(post('weather', { weather }))
    expect(card.querySelectorAll('ol > li')).toHaveLength(4)
    expect(card.textContent).toContain('12°')
    expect(card.textContent).toContain('18:00')
  })

  test('shows a long text collapsed until the viewer expands it', async () => {
    await renderCard(post('post', { eventId: { description: 'mot '.repeat(200), lang: { en: {} } } }))
    expect(button(/Read more/)?.getAttribute('aria-expanded')).toBe('false')
    await press(/Read more/)
    expect(button(/Show less/)?.getAttribute('aria-expanded')).toBe('true')
  })
})

describe('the whole card', () => {
  test('is covered by the one link that opens the post: its title, or its time without one', async () => {
    await renderCard(post('post'))
    expect(
      [...card.querySelectorAll('[data-cover]')].map(one => [one.localName, one.closest('h2')?.textContent]),
    ).toEqual([['a', 'Hello']])
    await act(async () => root?.unmount())
    await renderCard(post('post', { eventId: { title: null, description: 'Sans titre', lang: { en: {} } } }))
    expect([...card.querySelectorAll('[data-cover]')].map(one => one.querySelector('time') !== null)).toEqual([true])
  })

  test('opens the post on a tap on its text, except on a link or with selected text', async () => {
    await renderCard(post('post', { eventId: { description: 'Voir www.annecy.fr', lang: { en: {} } } }))
    const onOpen = vi.fn<(event: Event) => void>(event => event.preventDefault())
    card.querySelector('[data-cover]')!.addEventListener('click', onOpen)
    const words = card.querySelector<HTMLElement>('p[dir=auto]')!
    // The code that finds links is loaded with the first text that may contain one.
    const link = await vi.waitFor(() => words.querySelector('a') ?? expect.fail('no link yet'))
    link.addEventListener('click', event => event.preventDefault())
    await act(async () => link.click())
    getSelection()!.selectAllChildren(words)
    await act(async () => words.click())
    expect(onOpen).not.toHaveBeenCalled()
    getSelection()!.removeAllRanges()
    await act(async () => words.click())
    expect(onOpen).toHaveBeenCalledOnce()
  })

  test('opens the post in a new tab on a middle click on its text, except on a link or with selected text', async () => {
    await renderCard(post('post', { eventId: { description: 'Voir www.annecy.fr', lang: { en: {} } } }))
    const onOpen = vi.fn<(event: MouseEvent) => void>(event => event.preventDefault())
    card.querySelector<HTMLElement>('[data-cover]')!.addEventListener('click', onOpen)
    const words = card.querySelector<HTMLElement>('p[dir=auto]')!
    const link = await vi.waitFor(() => words.querySelector('a') ?? expect.fail('no link yet'))
    const click = (on: Element, button: number) =>
      act(async () => on.dispatchEvent(new MouseEvent('auxclick', { bubbles: true, cancelable: true, button })))
    await click(link, 1)
    await click(words, 2)
    getSelection()!.selectAllChildren(words)
    await click(words, 1)
    expect(onOpen).not.toHaveBeenCalled()
    getSelection()!.removeAllRanges()
    await click(words, 1)
    expect(onOpen.mock.calls.map(([{ ctrlKey, metaKey }]) => [ctrlKey, metaKey])).toEqual([[true, true]])
  })

  test('sets the direction of user-written texts automatically', async () => {
    await renderCard(
      post('post', { eventId: { title: 'مرحبا', description: 'أهلا', postDescription: 'شكرا', lang: { en: {} } } }),
    )
    expect(
      ['h2', 'p']
        .flatMap(name => [...card.querySelectorAll(name)])
        .filter(one => /\p{Script=Arabic}/u.test(one.textContent))
        .map(one => one.getAttribute('dir')),
    ).toEqual(['auto', 'auto', 'auto'])
  })

  test('shows the closing text below the picture', async () => {
    await renderCard(
      post('post', { photo, eventId: { description: 'Avant', postDescription: 'Ensuite', lang: { en: {} } } }),
    )
    const [before, after] = ['Avant', 'Ensuite'].map(words =>
      [...card.querySelectorAll('p')].find(one => one.textContent === words)!,
    )
    const picture = card.querySelector('img[src*="/media/x"], img[alt="A lake"], img[alt="Un lac"]')!
    expect(before!.compareDocumentPosition(picture) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(picture.compareDocumentPosition(after!) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })
})

describe('the answer', () => {
  const others = { answer: true, remove: false, edit: false, flag: true, chat: true, seeAnswers: false }
  const own = { answer: false, remove: true, edit: true, flag: false, chat: false, seeAnswers: true }
  const names = () =>
    [...card.querySelectorAll('footer button')].map(one => one.getAttribute('aria-label') ?? one.textContent)
  afterEach(() => setLanguage('en'))

  test.each<[EventGroup, string, string]>([
    ['welcome', 'Welcome', 'Welcomed: remove welcome'],
    ['activity', 'Answer me', 'You answered: remove answer'],
    ['proposal', 'Answer me', 'You answered: remove answer'],
    ['gooddeal', 'Interested', 'Interested: not interested'],
    ['post', 'Interested', 'Interested: not interested'],
    ['like', 'Like', 'You like this: dislike'],
    ['weather', 'Like', 'You like this: dislike'],
  ])('to %s has the text of that group', async (group, give, given) => {
    await renderCard(post(group, { abilities: others }))
    expect(names()[0]).toBe(give)
    expect(card.querySelector('footer button')?.getAttribute('aria-pressed')).toBe('false')
    await act(async () => root?.unmount())
    await renderCard(post(group, { abilities: others, interested: true, interestedCount: 1 }))
    expect(names()[0]).toBe(given)
    expect(card.querySelector('footer button')?.getAttribute('aria-pressed')).toBe('true')
  })

  test.each([
    ['F', 'Intéressée'],
    ['M', 'Intéressé'],
    [null, 'Intéressé·e'],
  ] as const)('agrees in French with a viewer of gender %s', async (gender, words) => {
    await setLanguage('fr')
    await renderCard(post('post', { abilities: others }), actionsFor({ gender }))
    expect(names()[0]).toBe(words)
  })

  test.each([
    ['en', 'Interested, not sent yet: not interested'],
    ['fr', 'Intéressée, en attente d’envoi : plus intéressée'],
  ] as const)('that is pending says so, and says what a tap will do, in %s', async (language, words) => {
    await setLanguage(language)
    const waits = { ...post('post', { abilities: others, interested: true }), waits: true }
    await renderCard(waits, actionsFor({ gender: 'F' }))
    expect(names()[0]).toBe(words)
  })

  test('is animated when it is given on this card, and not when it was given before', async () => {
    const shown = post('post', { abilities: others, interested: true, interestedCount: 1 })
    await renderCard(shown)
    expect(card.querySelector('footer [data-now]')).toBeNull()
    await press(/^Interested/)
    expect(card.querySelector('footer [data-now] button[aria-pressed=true]')).not.toBeNull()
  })

  test('is given with one tap', async () => {
    const actions = actionsFor()
    const shown = post('post', { abilities: others })
    await renderCard(shown, actions)
    await press(/^Interested/)
    expect(actions.onAnswer).toHaveBeenCalledExactlyOnceWith(shown)
  })

  test("is not offered on one's own post or while suspended; a guest gets an explanation", async () => {
    await renderCard(post('post', { abilities: own }))
    expect(names()).toEqual(['Share'])
    await act(async () => root?.unmount())
    await renderCard(post('post', { abilities: own, interestedCount: 2, messagesCount: 3 }))
    expect(names()[0]).toBe('The group · 3')
    await act(async () => root?.unmount())
    const none = { answer: false, flag: false, chat: false }
    await renderCard(post('post', { abilities: none }), actionsFor({ canAnswer: false, isGuest: true }))
    expect(names()).toEqual(['Interested', 'Write to Marie-Françoise D.', 'Share'])
    await act(async () => root?.unmount())
    // A weather post has no author to write to.
    await renderCard(post('weather', { abilities: none }), actionsFor({ canAnswer: false, isGuest: true }))
    expect(names()).not.toContain('Write to Marie-Françoise D.')
    await act(async () => root?.unmount())
    // A notice above the screen says until when the member is suspended.
    await renderCard(post('post', { interestedCount: 2 }), actionsFor({ canAnswer: false, isSuspended: true }))
    expect(names()).toEqual(['Share'])
  })

  test('links the author to the group only after somebody has joined it', async () => {
    const groups = async (more: Parameters<typeof post>[1]) => {
      await renderCard(post('activity', { userId: 'me', abilities: own, ...more }))
      const found = names().filter(name => name!.includes('group'))
      await act(async () => root?.unmount())
      return found
    }
    expect(await groups({})).toEqual([])
    expect(await groups({ interestedCount: 1 })).toEqual(['The group'])
    // The group keeps the messages of people who have withdrawn their answers.
    expect(await groups({ messagesCount: 2 })).toEqual(['Open the group, 2'])
  })

  test('and sharing are not offered on a post hidden by the team, and its author is told', async () => {
    await renderCard(post('post', { abilities: own, hiddenByTeam: true }))
    expect(names()).toEqual([])
    expect(card.textContent).toContain('Hidden: you alone see it')
  })

  test('and the menu offer only what the server allows', async () => {
    // The items of the menu are loaded on demand.
    const items = async () => {
      await press(/^More about/)
      return vi.waitFor(
        () => {
          const found = [...card.querySelectorAll('[role=menuitem]')].map(one => one.textContent)
          expect(found).not.toEqual([])
          return found
        },
        { timeout: 15_000 },
      )
    }
    await renderCard(post('post', { abilities: own }), actionsFor({ _id: id }))
    expect(await items()).toEqual(['Voir en français', 'Copy the link', 'Edit', 'Delete'])
    await act(async () => root?.unmount())
    // The team can remove the posts of others.
    await renderCard(post('post', { abilities: { ...others, remove: true } }))
    expect(await items()).toEqual(['Voir en français', 'Copy the link', 'Report', 'Remove'])
    await act(async () => root?.unmount())
    await renderCard(post('post', { abilities: others }))
    expect(await items()).toEqual(['Voir en français', 'Copy the link', 'Report'])
  })
})
