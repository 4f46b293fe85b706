import type { LiveEvent } from '@parvis/contract/feed.ts'
import { useState } from 'react'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { inRouter } from '#web/testing/in-router.tsx'
import { draw } from '#web/ui/testing/draw.tsx'
import { somePost } from '../testing/some-post.ts'
import type { PostActs } from './post-acts.ts'
import { PostCard } from './PostCard.tsx'

const community = { customUri: 'c', timezone: 'Europe/Paris', name: 'C', logoUri: null }
const nothing = () => {}
const acts = {
  reader: {
    _id: 'me',
    gender: null,
    communityId: 'home',
    mayAnswer: true,
    suspended: false,
    isGuest: false,
    mayOpenProfiles: true,
  },
  ...Object.fromEntries(
    ['onChat', 'onGroup', 'onShare', 'onCopy', 'onEdit', 'onRemove', 'onFlag'].map(name => [name, nothing]),
  ),
} as unknown as PostActs

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
const Answering = ({ given }: { given: LiveEvent }) => {
  const [shown, setShown] = useState(given)
  const answer = () =>
    setShown(before => ({
      ...before,
      interested: !before.interested,
      interestedCount: before.interestedCount + (before.interested ? -1 : 1),
    }))
  return <PostCard post={shown} community={community} acts={{ ...acts, onAnswer: answer }} />
}
const open = async (given: LiveEvent) => {
  // The width of a phone.
  await draw(<div style={{ inlineSize: 360 }}>{await inRouter(<Answering given={given} />)}</div>)
  await expect.element(page.getByRole('article')).toBeVisible()
  return page.getByRole('article').element() as HTMLElement
}
const answerIn = (card: Element) => card.querySelector<HTMLElement>('button[aria-pressed]')!

beforeAll(() => loadTexts('feed', 'post'))

test.each(['activity', 'post', 'proposal'] as const)(
  'an answer to %s does not change the height of the footer',
  async groupId => {
    const card = await open(post({ groupId, interestedCount: 1 }))
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
  'an answer is animated, with motion at %s: colours, the check and the count',
  async motion => {
    if (motion === 'no-preference') await commands.motion(motion)
    onTestFinished(async () => {
      if (motion === 'no-preference') await commands.motion('reduce')
    })
    const card = await open(post({ groupId: 'post' }))
    const button = answerIn(card)
    const look = () => {
      const count = [...card.querySelectorAll('b')].find(one => /^\d+$/.test(one.textContent))
      const { backgroundColor: ground, color: ink } = getComputedStyle(button)
      return {
        ground,
        ink,
        drawn: parseFloat(getComputedStyle(button.querySelector('svg')!).strokeDashoffset),
        rolled: count ? count.getBoundingClientRect().top : NaN,
      }
    }
    const before = look()
    button.click()
    while (button.ariaPressed !== 'true') await new Promise(requestAnimationFrame)
    const moving = card
      .getAnimations({ subtree: true })
      .filter(({ effect }) => Number(effect!.getComputedTiming().duration) > 0)
    for (const one of moving) one.pause()
    // Animations are paused and measured at fixed times.
    const at = (ms: number) => {
      for (const one of moving) one.currentTime = ms
      return look()
    }
    const longest = Math.max(0, ...moving.map(({ effect }) => Number(effect!.getComputedTiming().endTime)))
    const begun = at(0)
    const half = at(longest / 3)
    for (const one of moving) one.finish()
    const after = look()
    expect(after.ground).not.toBe(before.ground)
    expect(after.ink).not.toBe(before.ink)
    if (motion === 'reduce') return expect(moving).toHaveLength(0)
    expect(longest).toBeGreaterThanOrEqual(150)
    expect(longest).toBeLessThanOrEqual(250)
    for (const colour of ['ground', 'ink'] as const) {
      expect(begun[colour]).toBe(before[colour])
      expect([before[colour], after[colour]]).not.toContain(half[colour])
    }
    expect(begun.drawn).toBeGreaterThan(half.drawn)
    expect(half.drawn).toBeGreaterThan(after.drawn)
    // The new count moves up from below.
    expect(begun.rolled).toBeGreaterThan(half.rolled)
    expect(half.rolled).toBeGreaterThan(after.rolled)
  },
)

test.each([
  ['with a photo and an answer', post({ photo: photo as never })],
  [
    'that is past',
    post({ abilities: { answer: false }, eventId: { dateId: '2020-01-01' }, date: '2020-01-01T10:00:00Z' }),
  ],
  ['of words alone', post({ groupId: 'post', template: null, templateId: null, eventId: { dateId: null } })],
])('every spot of a card %s opens it, is a control, or holds text', async (_, given) => {
  const card = await open(given)
  const box = card.getBoundingClientRect()
  const found: Record<'opens' | 'acts' | 'dead', string[]> = { opens: [], acts: [], dead: [] }
  for (let y = box.top + 6; y < Math.min(box.bottom, innerHeight); y += 12)
    for (let x = box.left + 6; x < box.right; x += 24) {
      const over = document.elementFromPoint(x, y)
      if (!over || !card.contains(over)) continue
      const isEdge = [-5, 5].some(
        by => document.elementFromPoint(x + by, y) !== over || document.elementFromPoint(x, y + by) !== over,
      )
      if (isEdge) continue
      const control = over.closest<HTMLElement>('a[href], button')
      const kind = control?.matches('a[href*="id=p1"]') ? 'opens' : control ? 'acts' : over.closest('p') ? null : 'dead'
      if (kind) found[kind].push(`${over.localName} at ${Math.round(x)}, ${Math.round(y)}`)
    }
  expect(found.dead).toEqual([])
  expect(found.opens.length).toBeGreaterThan(10)
  expect(found.acts.length).toBeGreaterThan(3)
})
