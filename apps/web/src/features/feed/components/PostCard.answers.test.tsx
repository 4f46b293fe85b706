import type { EventGroup } from '@parvis/contract/feed-filter.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { setLanguage } from '#web/kernel/text/i18n.ts'
import { actionsFor, card, id, post, press, renderCard, setUpPostCard, unmountCard } from '../testing/post-card.tsx'

setUpPostCard()

describe('the count of answers', () => {
  test.each<[EventGroup, string]>([
    ['welcome', '11 people welcomed her'],
    ['activity', '11 people are coming'],
    ['proposal', '11 people can help'],
    ['gooddeal', '11 people are interested'],
    ['post', '11 people are interested'],
    ['like', '11 people like it'],
    ['weather', '11 people like it'],
  ])('has its own text for a post of the group %s', async (group, words) => {
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

describe('the actions of a card', () => {
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
  ])('include an answer button with the text of the group %s', async (group, give, given) => {
    await renderCard(post(group, { abilities: others }))
    expect(names()[0]).toBe(give)
    expect(card.querySelector('footer button')?.getAttribute('aria-pressed')).toBe('false')
    await unmountCard()
    await renderCard(post(group, { abilities: others, interested: true, interestedCount: 1 }))
    expect(names()[0]).toBe(given)
    expect(card.querySelector('footer button')?.getAttribute('aria-pressed')).toBe('true')
  })

  test.each([
    ['F', 'Intéressée'],
    ['M', 'Intéressé'],
    [null, 'Intéressé·e'],
  ] as const)('include an answer button that agrees in French with a viewer of gender %s', async (gender, words) => {
    await setLanguage('fr')
    await renderCard(post('post', { abilities: others }), actionsFor({ gender }))
    expect(names()[0]).toBe(words)
  })

  test.each([
    ['en', 'Interested, not sent yet: not interested'],
    ['fr', 'Intéressée, en attente d’envoi : plus intéressée'],
  ] as const)('say that a pending answer is not sent yet, and what a tap will do, in %s', async (language, words) => {
    await setLanguage(language)
    const waits = { ...post('post', { abilities: others, interested: true }), waits: true }
    await renderCard(waits, actionsFor({ gender: 'F' }))
    expect(names()[0]).toBe(words)
  })

  test('animate an answer that is given on this card, but not one that was given before', async () => {
    const shown = post('post', { abilities: others, interested: true, interestedCount: 1 })
    await renderCard(shown)
    expect(card.querySelector('footer [data-now]')).toBeNull()
    await press(/^Interested/)
    expect(card.querySelector('footer [data-now] button[aria-pressed=true]')).not.toBeNull()
  })

  test('give an answer with one tap', async () => {
    const actions = actionsFor()
    const shown = post('post', { abilities: others })
    await renderCard(shown, actions)
    await press(/^Interested/)
    expect(actions.onAnswer).toHaveBeenCalledExactlyOnceWith(shown)
  })

  test('include an answer button for a guest, but not on a post of the viewer or for a suspended member', async () => {
    await renderCard(post('post', { abilities: own }))
    expect(names()).toEqual(['Share'])
    await unmountCard()
    await renderCard(post('post', { abilities: own, interestedCount: 2, messagesCount: 3 }))
    expect(names()[0]).toBe('The group · 3')
    await unmountCard()
    const none = { answer: false, flag: false, chat: false }
    await renderCard(post('post', { abilities: none }), actionsFor({ canAnswer: false, isGuest: true }))
    expect(names()).toEqual(['Interested', 'Write to Marie-Françoise D.', 'Share'])
    await unmountCard()
    // A weather post has no author to write to.
    await renderCard(post('weather', { abilities: none }), actionsFor({ canAnswer: false, isGuest: true }))
    expect(names()).not.toContain('Write to Marie-Françoise D.')
    await unmountCard()
    // A notice above the screen says until when the member is suspended.
    await renderCard(post('post', { interestedCount: 2 }), actionsFor({ canAnswer: false, isSuspended: true }))
    expect(names()).toEqual(['Share'])
  })

  test('link the author to the group only after somebody has joined it or written in it', async () => {
    const groups = async (more: Parameters<typeof post>[1]) => {
      await renderCard(post('activity', { userId: 'me', abilities: own, ...more }))
      const found = names().filter(name => name!.includes('group'))
      await unmountCard()
      return found
    }
    expect(await groups({})).toEqual([])
    expect(await groups({ interestedCount: 1 })).toEqual(['The group'])
    // The group keeps the messages of people who have withdrawn their answers.
    expect(await groups({ messagesCount: 2 })).toEqual(['Open the group, 2'])
  })

  test('are missing on a post that the team has hidden, and the card says that only its author sees it', async () => {
    await renderCard(post('post', { abilities: own, hiddenByTeam: true }))
    expect(names()).toEqual([])
    expect(card.textContent).toContain('Hidden: you alone see it')
  })

  test('include only the menu items that the server allows', async () => {
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
    await unmountCard()
    // The team can remove the posts of others.
    await renderCard(post('post', { abilities: { ...others, remove: true } }))
    expect(await items()).toEqual(['Voir en français', 'Copy the link', 'Report', 'Remove'])
    await unmountCard()
    await renderCard(post('post', { abilities: others }))
    expect(await items()).toEqual(['Voir en français', 'Copy the link', 'Report'])
  })
})
