import type { FeedPost } from '@parvis/contract/feed.ts'
import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import type { PostActions } from './post-actions.ts'
import {
  actionsFor,
  button,
  card,
  id,
  photo,
  post,
  press,
  renderCard,
  setUpPostCard,
  template,
  unmountCard,
} from '../testing/post-card.tsx'

setUpPostCard()

describe('the author of a post', () => {
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

describe('the mark of a pinned post', () => {
  test.each<[string, FeedPost['pinnedUntil'], boolean]>([
    ['is marked while it is pinned without an end', null, true],
    ['is marked until a future day', new Date(Date.now() + 864e5).toISOString(), true],
    ['is not marked after its last day', new Date(Date.now() - 864e5).toISOString(), false],
    ['is not marked when it is not pinned', undefined, false],
  ])('depends on the end of the pin: the post %s', async (_, pinnedUntil, isMarked) => {
    await renderCard(post('like', pinnedUntil === undefined ? {} : { pinnedUntil }))
    expect(card.textContent?.includes('Pinned by the team')).toBe(isMarked)
  })
})

describe('the header of a card', () => {
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
    await unmountCard()
    await renderCard(post('post', { editedAt: '2026-01-05T10:00:00Z' }))
    expect(card.textContent).toContain('edited 5 January')
  })

  test('contains the name of the author, which together with the title is the accessible name of the card', async () => {
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
    await unmountCard()
    await renderCard(
      post('post', { user: { ...post('post').user, role: 'advertiser', company: 'Boulangerie du Thiou' } }),
    )
    expect(card.textContent).toContain('Pro')
    expect(card.textContent).toContain('Boulangerie du Thiou')
  })
})

describe('the languages of a post', () => {
  test('show the text in the language of the viewer, with a menu item for the other language', async () => {
    await renderCard(post('post'))
    expect(card.querySelector('h2')?.textContent).toBe('Hello')
    expect(card.textContent).not.toContain('Voir en français')
    await press(/^More about/)
    await vi.waitFor(() => expect(button(/Voir en français/)).toBeDefined(), { timeout: 15_000 })
    await press(/Voir en français/)
    expect(card.querySelector('h2')?.textContent).toBe('Bonjour')
    expect(card.querySelector('h2')?.closest('[lang]')?.getAttribute('lang')).toBe('fr')
  })

  test('are named in the header when the post has only one language, which is not the viewer’s', async () => {
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

  test('links to the page of the deal of a post, and shows the offer', async () => {
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
  test('is covered by the one link that opens the post: its title or, without a title, its time', async () => {
    await renderCard(post('post'))
    expect(
      [...card.querySelectorAll('[data-cover]')].map(one => [one.localName, one.closest('h2')?.textContent]),
    ).toEqual([['a', 'Hello']])
    await unmountCard()
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
