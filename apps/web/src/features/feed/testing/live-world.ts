// A fake server: its responses to one viewer and its live events, random but reproducible from a seed.
import { type FeedPage, type FeedPost, MAX_PINNED_POSTS } from '@parvis/contract/feed.ts'
import { type EventGroup } from '@parvis/contract/feed-filter.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import type { ServerMessage } from '@parvis/contract/realtime.ts'
import { hasGroup } from '../has-group.ts'
import { somePost } from './some-post.ts'

export const createRandom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

interface StoredPost {
  id: string
  author: string
  group: EventGroup
  text: string
  community: string
  channels: string[]
  category: string | null
  answers: string[]
  version: number
  /** Whether the post is hidden from the viewer, permanently or temporarily. */
  isHidden: boolean
  /** Whether the post is past, so that nobody can answer it. */
  isPast: boolean
  /** End of the pin in its community, in milliseconds since 1970; Infinity without an end. */
  pinnedUntil: number
}

export const HOME = 'home'
export const category = 'cccccccc-0000-7000-8000-000000000001'

const HOUR_MS = 3_600_000

export const createWorld = (random: () => number, me: string, isModerator: boolean) => {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const users = [me, 'ana', 'bob', 'cem']
  let created = 0
  const stored: StoredPost[] = []

  const isPinned = (post: StoredPost) => post.pinnedUntil > Date.now()
  const present = (post: StoredPost): FeedPost => {
    const own = post.author === me
    const interested = post.answers.includes(me)
    const canSeeAnswers = own || isModerator || (interested && hasGroup({ groupId: post.group }))
    return somePost(post.id, {
      userId: post.author,
      communityId: post.community,
      groupId: post.group,
      eventId: { title: post.text },
      templateId: post.category && `template-${post.category}`,
      channelsIds: post.channels,
      interestedUsersIds: canSeeAnswers ? [...post.answers] : interested ? [me] : [],
      interestedCount: post.answers.length,
      interested,
      dateUpdated: post.text,
      version: post.version,
      ...(isPinned(post) && {
        pinnedUntil: post.pinnedUntil === Infinity ? null : new Date(post.pinnedUntil).toISOString(),
      }),
      abilities: {
        answer: !own && !post.isPast,
        chat: !own,
        flag: !own,
        edit: own,
        remove: own || isModerator,
        seeAnswers: canSeeAnswers,
      },
    })
  }
  const matchesFilter = (post: StoredPost, filter: string) =>
    filter === 'all' ||
    (filter === 'community'
      ? post.channels.includes('own')
      : filter === 'my'
        ? post.author === me || post.answers.includes(me)
        : filter === post.group || filter === post.category)
  const findPosts = (predicate: (post: StoredPost) => boolean) =>
    stored
      .filter(post => !post.isHidden && predicate(post))
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      .map(present)
  const isAbove = (post: StoredPost) => post.community === HOME && isPinned(post)
  const hasPins = (filter: string, search: string) => filter === 'all' && search === ''
  /** Returns the posts above a list. */
  const pinned = (filter: string, search = '') => (hasPins(filter, search) ? findPosts(isAbove) : [])
  const listed = (filter: string, search = '') =>
    findPosts(
      post => matchesFilter(post, filter) && post.text.includes(search) && !(hasPins(filter, search) && isAbove(post)),
    )

  const page = (address: URL): FeedPage => {
    const before = address.searchParams.get('cursor') ?? '~'
    const [filter, search] = [address.searchParams.get('filter') ?? 'all', address.searchParams.get('search') ?? '']
    const rest = listed(filter, search).filter(post => post._id < before)
    const docs = rest.slice(0, PAGE_SIZE)
    const hasNextPage = rest.length > PAGE_SIZE
    const number = Number(address.searchParams.get('page'))
    return {
      docs,
      page: number,
      hasNextPage,
      nextPage: hasNextPage ? number + 1 : null,
      cursor: docs.at(-1)?._id ?? null,
      templatesUpdateTimestamp: '',
      ...(before === '~' && hasPins(filter, search) && { pinned: pinned(filter) }),
    }
  }
  /** Returns the body of a response; null for 404. */
  const answer = (path: string): object | null => {
    const address = new URL(path, 'http://ours.invalid')
    if (address.pathname === '/events') return page(address)
    const id = address.pathname.split('/').at(-1)
    const post = stored.find(one => one.id === id && !one.isHidden)
    return post ? present(post) : null
  }

  const create = (): ServerMessage => {
    const isHome = random() < 0.8
    const post: StoredPost = {
      id: `e${String(++created).padStart(6, '0')}-0000`,
      author: isHome ? pick(users) : 'sis',
      group: pick(['post', 'activity', 'like']),
      text: pick(['alpha', 'beta']) + created,
      community: isHome ? HOME : 'sister',
      channels: isHome ? pick([['own'], ['own'], ['organisation'], ['own', 'organisation']]) : ['organisation'],
      category: random() < 0.3 ? category : null,
      answers: [],
      version: 1,
      isHidden: false,
      isPast: created % 5 === 0,
      pinnedUntil: 0,
    }
    stored.push(post)
    return { event: 'event.created', data: present(post) }
  }
  /** Lets a user answer a post, or withdraw the answer. */
  const answerBy = (post: StoredPost, user: string): ServerMessage => {
    const interested = !post.answers.includes(user)
    post.answers = interested ? [...post.answers, user] : post.answers.filter(one => one !== user)
    post.version++
    const isMember = post.answers.includes(me) && hasGroup({ groupId: post.group })
    const canSeeAnswerer = post.author === me || isModerator || user === me || isMember
    return {
      event: 'event.interest',
      data: {
        _id: post.id,
        version: post.version,
        interestedCount: post.answers.length,
        ...(canSeeAnswerer && { userId: user, interested }),
      },
    }
  }
  /**
   * Pins or unpins a random post of this or the sister community; null when impossible. `pinRandom` chooses the post
   * and the end of the pin.
   */
  const pin = (pinRandom: () => number): ServerMessage | null => {
    const post = stored[Math.floor(pinRandom() * stored.length)]
    if (!post || post.isHidden) return null
    const isFull = stored.filter(one => one.community === post.community && isPinned(one)).length >= MAX_PINNED_POSTS
    if (isPinned(post)) post.pinnedUntil = 0
    else if (isFull) return null
    else post.pinnedUntil = pinRandom() < 0.5 ? Infinity : Date.now() + HOUR_MS
    post.version++
    return { event: 'event.updated', data: present(post) }
  }
  const step = (): ServerMessage => {
    const visible = stored.filter(post => !post.isHidden)
    const hidden = stored.filter(post => post.isHidden)
    const post = visible.length > 0 ? pick(visible) : null
    const chance = random()
    if (!post || chance < 0.35) return create()
    if (chance < 0.5) {
      post.text = pick(['alpha', 'beta']) + post.text
      post.version++
      return { event: 'event.updated', data: present(post) }
    }
    if (chance < 0.57) {
      post.isHidden = true
      post.version++
      return { event: 'event.deleted', data: { _id: post.id, version: post.version } }
    }
    if (chance < 0.6 && hidden.length > 0) {
      const restored = pick(hidden)
      restored.isHidden = false
      restored.version++
      return { event: 'event.updated', data: present(restored) }
    }
    return answerBy(post, pick(users.filter(one => one !== post.author)))
  }
  return { step, pin, answer, listed, pinned, create, stored, present, answerBy }
}

export type World = ReturnType<typeof createWorld>
