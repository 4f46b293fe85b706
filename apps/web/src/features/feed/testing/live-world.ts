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

const isPinned = (post: StoredPost) => post.pinnedUntil > Date.now()
const isAbove = (post: StoredPost) => post.community === HOME && isPinned(post)
const hasPins = (filter: string, search: string) => filter === 'all' && search === ''

/** A fake server of one viewer: the methods that change it return the live event that announces the change. */
class FakeServer {
  readonly stored: StoredPost[] = []
  private readonly random: () => number
  private readonly me: string
  private readonly isModerator: boolean
  private readonly users: readonly string[]
  private created = 0

  constructor(random: () => number, me: string, isModerator: boolean) {
    this.random = random
    this.me = me
    this.isModerator = isModerator
    this.users = [me, 'ana', 'bob', 'cem']
  }

  present(post: StoredPost): FeedPost {
    const own = post.author === this.me
    const interested = post.answers.includes(this.me)
    const canSeeAnswers = own || this.isModerator || (interested && hasGroup({ groupId: post.group }))
    return somePost(post.id, {
      userId: post.author,
      communityId: post.community,
      groupId: post.group,
      eventId: { title: post.text },
      templateId: post.category && `template-${post.category}`,
      channelsIds: post.channels,
      interestedUsersIds: canSeeAnswers ? [...post.answers] : interested ? [this.me] : [],
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
        remove: own || this.isModerator,
        seeAnswers: canSeeAnswers,
      },
    })
  }

  /** Returns the posts above a list. */
  pinned(filter: string, search = ''): FeedPost[] {
    return hasPins(filter, search) ? this.findPosts(isAbove) : []
  }

  listed(filter: string, search = ''): FeedPost[] {
    return this.findPosts(
      post =>
        this.matchesFilter(post, filter) && post.text.includes(search) && !(hasPins(filter, search) && isAbove(post)),
    )
  }

  /** Returns the body of a response; null for 404. */
  answer(path: string): object | null {
    const address = new URL(path, 'http://ours.invalid')
    if (address.pathname === '/events') return this.page(address)
    const id = address.pathname.split('/').at(-1)
    const post = this.stored.find(one => one.id === id && !one.isHidden)
    return post ? this.present(post) : null
  }

  create(): ServerMessage {
    const isHome = this.random() < 0.8
    const post: StoredPost = {
      id: `e${String(++this.created).padStart(6, '0')}-0000`,
      author: isHome ? this.pick(this.users) : 'sis',
      group: this.pick(['post', 'activity', 'like']),
      text: this.pick(['alpha', 'beta']) + this.created,
      community: isHome ? HOME : 'sister',
      channels: isHome ? this.pick([['own'], ['own'], ['organisation'], ['own', 'organisation']]) : ['organisation'],
      category: this.random() < 0.3 ? category : null,
      answers: [],
      version: 1,
      isHidden: false,
      isPast: this.created % 5 === 0,
      pinnedUntil: 0,
    }
    this.stored.push(post)
    return { event: 'event.created', data: this.present(post) }
  }

  /** Lets a user answer a post, or withdraw the answer. */
  answerBy(post: StoredPost, user: string): ServerMessage {
    const interested = !post.answers.includes(user)
    post.answers = interested ? [...post.answers, user] : post.answers.filter(one => one !== user)
    post.version++
    const isMember = post.answers.includes(this.me) && hasGroup({ groupId: post.group })
    const canSeeAnswerer = post.author === this.me || this.isModerator || user === this.me || isMember
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
   * Pins or unpins a random post of the home or the sister community; null when impossible. `pinRandom` chooses the
   * post and the end of the pin.
   */
  pin(pinRandom: () => number): ServerMessage | null {
    const post = this.stored[Math.floor(pinRandom() * this.stored.length)]
    if (!post || post.isHidden) return null
    const isFull =
      this.stored.filter(one => one.community === post.community && isPinned(one)).length >= MAX_PINNED_POSTS
    if (isPinned(post)) post.pinnedUntil = 0
    else if (isFull) return null
    else post.pinnedUntil = pinRandom() < 0.5 ? Infinity : Date.now() + HOUR_MS
    return this.update(post)
  }

  /** Makes a random change, and returns its live event. */
  step(): ServerMessage {
    const visible = this.stored.filter(post => !post.isHidden)
    const hidden = this.stored.filter(post => post.isHidden)
    const post = visible.length > 0 ? this.pick(visible) : null
    const chance = this.random()
    if (!post || chance < 0.35) return this.create()
    if (chance < 0.5) {
      post.text = this.pick(['alpha', 'beta']) + post.text
      return this.update(post)
    }
    if (chance < 0.57) {
      post.isHidden = true
      post.version++
      return { event: 'event.deleted', data: { _id: post.id, version: post.version } }
    }
    if (chance < 0.6 && hidden.length > 0) {
      const restored = this.pick(hidden)
      restored.isHidden = false
      return this.update(restored)
    }
    return this.answerBy(post, this.pick(this.users.filter(one => one !== post.author)))
  }

  private pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)]!
  }

  private matchesFilter(post: StoredPost, filter: string): boolean {
    if (filter === 'all') return true
    if (filter === 'community') return post.channels.includes('own')
    if (filter === 'my') return post.author === this.me || post.answers.includes(this.me)
    return filter === post.group || filter === post.category
  }

  private findPosts(predicate: (post: StoredPost) => boolean): FeedPost[] {
    return this.stored
      .filter(post => !post.isHidden && predicate(post))
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      .map(post => this.present(post))
  }

  private page(address: URL): FeedPage {
    const before = address.searchParams.get('cursor') ?? '~'
    const [filter, search] = [address.searchParams.get('filter') ?? 'all', address.searchParams.get('search') ?? '']
    const rest = this.listed(filter, search).filter(post => post._id < before)
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
      ...(before === '~' && hasPins(filter, search) && { pinned: this.pinned(filter) }),
    }
  }

  private update(post: StoredPost): ServerMessage {
    post.version++
    return { event: 'event.updated', data: this.present(post) }
  }
}

export const createWorld = (random: () => number, me: string, isModerator: boolean): FakeServer =>
  new FakeServer(random, me, isModerator)

export type World = FakeServer
