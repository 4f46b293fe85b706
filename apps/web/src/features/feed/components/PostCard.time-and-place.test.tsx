import type { FeedPost } from '@parvis/contract/feed.ts'
import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import {
  actionsFor,
  button,
  card,
  id,
  post,
  press,
  renderCard,
  setUpPostCard,
  template,
  unmountCard,
} from '../testing/post-card.tsx'

setUpPostCard()

describe('an event that its author has rescheduled, relocated or cancelled', () => {
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
    await unmountCard()
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

  test('shows its time instead of "now"', async () => {
    await renderCard(post('activity', { template, dateAdded: '2026-01-01T18:00:00Z', eventId: { dateId: 'now' } }))
    expect(card.textContent).not.toMatch(/Now/)
    expect(card.textContent).toContain('19:00')
  })

  test('stops accepting answers while the card is on the screen', async () => {
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

describe('the place of an event', () => {
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
