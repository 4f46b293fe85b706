import type { FeedPost } from '@parvis/contract/feed.ts'
import { useState } from 'react'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { withRouter } from '#web/testing/with-router.tsx'
import { render } from '#web/ui/testing/render.tsx'
import { somePost } from '../testing/some-post.ts'
import type { PostActions } from './post-actions.ts'
import { PostCard } from './PostCard.tsx'

const community = { customUri: 'c', timezone: 'Europe/Paris', name: 'C', logoUri: null }
const noop = () => {}
const actions = {
  viewer: {
    _id: 'me',
    gender: null,
    communityId: 'home',
    canAnswer: true,
    isSuspended: false,
    isGuest: false,
    canOpenProfiles: true,
  },
  ...Object.fromEntries(
    ['onChat', 'onGroup', 'onShare', 'onCopy', 'onEdit', 'onRemove', 'onFlag'].map(name => [name, noop]),
  ),
} as unknown as PostActions

const words = 'Demain soir, venez nombreux avec vos cerfs-volants et de quoi grignoter ensemble.'
const photo = { _id: 'x', uri: '/media/x', width: 1600, height: 1000, thumbhash: '', alt: 'Un lac', lang: { en: {} } }
const post = (more: Parameters<typeof somePost>[1] = {}) =>
  somePost('p1', {
    groupId: 'activity',
    templateId: 't1',
    template: { _id: 't1', name: 'Jeux', lang: { en: { name: 'Games' } }, picto: 'kite', hue: 'share' },
    dateAdded: new Date().toISOString(),
    ...more,
    eventId: { title: 'Cerfs-volants', description: words, dateId: 'now', lang: { en: {} }, ...more.eventId },
  } as Parameters<typeof somePost>[1])

/** Applies answers optimistically, as the feed does. */
const AnswerableCard = ({ initialPost }: { initialPost: FeedPost }) => {
  const [current, setCurrent] = useState(initialPost)
  const answer = () =>
    setCurrent(before => ({
      ...before,
      interested: !before.interested,
      interestedCount: before.interestedCount + (before.interested ? -1 : 1),
    }))
  return <PostCard post={current} community={community} actions={{ ...actions, onAnswer: answer }} />
}
const renderCard = async (initialPost: FeedPost) => {
  // The width of a phone.
  await render(<div style={{ inlineSize: 360 }}>{await withRouter(<AnswerableCard initialPost={initialPost} />)}</div>)
  await expect.element(page.getByRole('article')).toBeVisible()
  return page.getByRole('article').element() as HTMLElement
}
const answerIn = (card: Element) => card.querySelector<HTMLElement>('button[aria-pressed]')!

beforeAll(() => loadTexts('feed'))

test.each(['activity', 'post', 'proposal'] as const)(
  'an answer to a post of the group %s does not change the height of the footer',
  async groupId => {
    const card = await renderCard(post({ groupId, interestedCount: 1 }))
    const height = () => card.querySelector('footer')!.getBoundingClientRect().height
    const before = height()
    answerIn(card).click()
    await expect.poll(() => answerIn(card).ariaPressed).toBe('true')
    expect(before).toBeGreaterThan(40)
    expect(height()).toBe(before)
    expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth)
  },
)

test.each(['no-preference', 'reduce'] as const)(
  'an answer animates colours, check and count as far as prefers-reduced-motion: %s allows',
  async motion => {
    if (motion === 'no-preference') await commands.motion(motion)
    onTestFinished(async () => {
      if (motion === 'no-preference') await commands.motion('reduce')
    })
    const card = await renderCard(post({ groupId: 'post' }))
    const button = answerIn(card)
    const measure = () => {
      const count = [...card.querySelectorAll('b')].find(one => /^\d+$/.test(one.textContent))
      const { backgroundColor: ground, color: ink } = getComputedStyle(button)
      return {
        ground,
        ink,
        drawn: parseFloat(getComputedStyle(button.querySelector('svg')!).strokeDashoffset),
        rolled: count ? count.getBoundingClientRect().top : NaN,
      }
    }
    const before = measure()
    button.click()
    while (button.ariaPressed !== 'true') await new Promise(requestAnimationFrame)
    const moving = card
      .getAnimations({ subtree: true })
      .filter(({ effect }) => Number(effect!.getComputedTiming().duration) > 0)
    for (const one of moving) one.pause()
    // Measures the paused animations at a fixed time.
    const measureAt = (ms: number) => {
      for (const one of moving) one.currentTime = ms
      return measure()
    }
    const longest = Math.max(0, ...moving.map(({ effect }) => Number(effect!.getComputedTiming().endTime)))
    const start = measureAt(0)
    const midway = measureAt(longest / 3)
    for (const one of moving) one.finish()
    const after = measure()
    expect(after.ground).not.toBe(before.ground)
    expect(after.ink).not.toBe(before.ink)
    if (motion === 'reduce') return expect(moving).toHaveLength(0)
    expect(longest).toBeGreaterThanOrEqual(150)
    expect(longest).toBeLessThanOrEqual(250)
    for (const colour of ['ground', 'ink'] as const) {
      expect(start[colour]).toBe(before[colour])
      expect([before[colour], after[colour]]).not.toContain(midway[colour])
    }
    expect(start.drawn).toBeGreaterThan(midway.drawn)
    expect(midway.drawn).toBeGreaterThan(after.drawn)
    // The new count moves up from below.
    expect(start.rolled).toBeGreaterThan(midway.rolled)
    expect(midway.rolled).toBeGreaterThan(after.rolled)
  },
)

test.each([
  ['with a photo and an answer', post({ photo: photo as never })],
  [
    'that is past',
    post({ abilities: { answer: false }, eventId: { dateId: '2020-01-01' }, date: '2020-01-01T10:00:00Z' }),
  ],
  ['with text only', post({ groupId: 'post', template: null, templateId: null, eventId: { dateId: null } })],
])('every point of a card %s opens the post, belongs to a control, or is text', async (_, initialPost) => {
  const card = await renderCard(initialPost)
  const box = card.getBoundingClientRect()
  const found: Record<'opens' | 'actions' | 'dead', string[]> = { opens: [], actions: [], dead: [] }
  for (let y = box.top + 6; y < Math.min(box.bottom, innerHeight); y += 12)
    for (let x = box.left + 6; x < box.right; x += 24) {
      const over = document.elementFromPoint(x, y)
      if (!over || !card.contains(over)) continue
      const isEdge = [-5, 5].some(
        by => document.elementFromPoint(x + by, y) !== over || document.elementFromPoint(x, y + by) !== over,
      )
      if (isEdge) continue
      const control = over.closest<HTMLElement>('a[href], button')
      const kind = control?.matches('a[href*="id=p1"]')
        ? 'opens'
        : control
          ? 'actions'
          : over.closest('p')
            ? null
            : 'dead'
      if (kind) found[kind].push(`${over.localName} at ${Math.round(x)}, ${Math.round(y)}`)
    }
  expect(found.dead).toEqual([])
  expect(found.opens.length).toBeGreaterThan(10)
  expect(found.actions.length).toBeGreaterThan(3)
})
