import type { EventGroup, FeedPage, LiveEvent } from '@parvis/contract/feed.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import type { ServerMessage } from '@parvis/contract/realtime.ts'
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { freshQuery } from './feed.fresh.ts'
import { dropEvent, keepLive, patchInterest, putEvent } from './feed.live.ts'
import { type FeedData, postsOf } from './feed.pages.ts'
import { feedKeys, feedQuery } from './feed.queries.ts'
import { catchUp } from './feed.refresh.ts'
import { answersQuery, postQuery } from './post.queries.ts'

const SEQUENCES = Number(process.env.LIVE_SEQUENCES ?? 300)
/** Orders of events that once left a list wrong. */
const HARD = [644, 1141]
const STEPS = 40

/** The same sequence from the same seed. */
const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

interface Stored {
  id: string
  author: string
  group: EventGroup
  text: string
  community: string
  channels: string[]
  category: string | null
  answers: string[]
}

const HOME = 'home'
const category = 'cccccccc-0000-7000-8000-000000000001'
const filters = ['all', 'community', 'my', 'post', 'activity', category]

/** What the server would answer to a reader, and what it would tell their socket. */
const makeWorld = (random: () => number, me: string, seesAll: boolean) => {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const users = ['me', 'ana', 'bob', 'cem']
  let made = 0
  const stored: Stored[] = []

  const present = (post: Stored): LiveEvent => {
    const own = post.author === me
    const interested = post.answers.includes(me)
    return {
      _id: post.id,
      userId: post.author,
      user: {
        _id: post.author,
        pseudo: post.author,
        firstname: null,
        initial: null,
        building: null,
        role: 'neighbor',
        photoUri: null,
        gender: null,
      },
      communityId: post.community,
      groupId: post.group,
      eventId: {
        title: post.text,
        description: null,
        postDescription: null,
        photoUri: null,
        youtubeVideoId: null,
        dateId: null,
        timeId: null,
        locationId: null,
        equipmentId: null,
        choiceId: null,
        lang: { en: {} },
      },
      templateId: post.category && `template-${post.category}`,
      template: null,
      goodDealId: null,
      deal: null,
      place: null,
      videoTitle: null,
      channelsIds: post.channels,
      interestedUsersIds: own || seesAll ? [...post.answers] : interested ? [me] : [],
      interestedCount: post.answers.length,
      interested,
      flagged: false,
      messagesCount: 0,
      date: null,
      dateAdded: '',
      editedAt: null,
      dateUpdated: post.text,
      version: 1,
      weather: null,
      photo: null,
      abilities: {
        answer: !own,
        chat: !own,
        flag: !own,
        edit: own,
        remove: own || seesAll,
        seeAnswers: own || seesAll,
      },
    }
  }
  const belongs = (post: Stored, filter: string) =>
    filter === 'all' ||
    (filter === 'community'
      ? post.channels.includes('own')
      : filter === 'my'
        ? post.author === me || post.answers.includes(me)
        : filter === post.group || filter === post.category)
  const listed = (filter: string, search = '') =>
    stored
      .filter(post => belongs(post, filter) && post.text.includes(search))
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      .map(present)

  const page = (address: URL): FeedPage => {
    const before = address.searchParams.get('cursor') ?? '~'
    const rest = listed(address.searchParams.get('filter') ?? 'all', address.searchParams.get('search') ?? '').filter(
      post => post._id < before,
    )
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
    }
  }
  const answer = (path: string) => {
    const address = new URL(path, 'http://ours.invalid')
    if (address.pathname === '/events') return page(address)
    const id = address.pathname.split('/').at(-1)
    const post = stored.find(one => one.id === id)
    return (
      post &&
      (address.pathname.startsWith('/messages')
        ? { ...present(post), interestedUsers: post.answers.map(one => ({ _id: one })) }
        : present(post))
    )
  }

  const create = (): ServerMessage => {
    const isHome = random() < 0.8
    const post: Stored = {
      id: `e${String(++made).padStart(6, '0')}-0000`,
      author: isHome ? pick(users) : 'sis',
      group: pick(['post', 'activity', 'like']),
      text: pick(['alpha', 'beta']) + made,
      community: isHome ? HOME : 'sister',
      channels: isHome ? pick([['own'], ['own'], ['organisation'], ['own', 'organisation']]) : ['organisation'],
      category: random() < 0.3 ? category : null,
      answers: [],
    }
    stored.push(post)
    return { event: 'event.created', data: present(post) }
  }
  const step = (): ServerMessage | null => {
    const post = stored.length > 0 ? pick(stored) : null
    const chance = random()
    if (!post || chance < 0.35) return create()
    if (chance < 0.5) {
      post.text = pick(['alpha', 'beta']) + post.text
      return { event: 'event.updated', data: present(post) }
    }
    if (chance < 0.6) {
      stored.splice(stored.indexOf(post), 1)
      return { event: 'event.deleted', data: { _id: post.id, version: 2 } }
    }
    const user = pick(users.filter(one => one !== post.author))
    const was = post.answers.includes(user)
    post.answers = was ? post.answers.filter(one => one !== user) : [...post.answers, user]
    const mayKnow = post.author === me || seesAll || user === me
    return {
      event: 'event.interest',
      data: {
        _id: post.id,
        version: 1,
        interestedCount: post.answers.length,
        ...(user === me && { interested: !was }),
        ...(mayKnow && { userId: user }),
      },
    }
  }
  return { step, answer, listed, create, stored, present }
}

const hear = (queryClient: QueryClient, message: ServerMessage | null) => {
  if (message?.event === 'event.created' || message?.event === 'event.updated')
    putEvent(queryClient, structuredClone(message.data))
  if (message?.event === 'event.deleted') dropEvent(queryClient, message.data._id)
  if (message?.event === 'event.interest') patchInterest(queryClient, message.data)
}

const settled = async (queryClient: QueryClient) => {
  for (let turn = 0; turn < 200; turn++) {
    await new Promise(done => {
      setTimeout(done)
    })
    if (queryClient.isFetching() === 0) return
  }
  throw new Error('never settles')
}

/** Plays one sequence; answers how the cache differs from what the server would say now. */
const play = async (
  seed: number,
  fault: (message: ServerMessage | null) => ServerMessage | null = message => message,
): Promise<string[]> => {
  const random = randomFrom(seed)
  const world = makeWorld(random, 'me', random() < 0.3)
  for (let n = 0; n < Math.floor(random() * 70); n++) world.create()
  for (let n = 0; n < 30; n++) world.step()
  vi.stubGlobal('fetch', async (path: string) => {
    // the answer is made now and arrives later, or is made late
    const early = random() < 0.5 ? JSON.stringify(world.answer(path) ?? null) : null
    await new Promise(done => {
      setTimeout(done, random() < 0.5 ? 0 : 1)
    })
    const body = early ?? JSON.stringify(world.answer(path) ?? null)
    return body === 'null' ? new Response('{"error":{"key":"error404"}}', { status: 404 }) : new Response(body)
  })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const stop = keepLive(queryClient)
  const asked = [...filters.map(filter => ({ filter })), { filter: 'all', search: 'alpha' }]
  const observers = asked.map(one => new InfiniteQueryObserver(queryClient, feedQuery(HOME, one)))
  const stops = observers.map(observer => observer.subscribe(() => {}))
  await settled(queryClient)
  const pages = world.stored.slice(0, 3).map(post => post.id)
  await Promise.all(pages.map(id => queryClient.query(postQuery(id))))
  for (let n = 0; n < STEPS; n++) {
    hear(queryClient, fault(world.step()))
    const chance = random()
    const one = Math.floor(random() * observers.length)
    if (chance < 0.1) void observers[one]!.fetchNextPage({ cancelRefetch: false }).catch(() => {})
    else if (chance < 0.2)
      void queryClient.query({ ...freshQuery(HOME, asked[one]!, queryClient), staleTime: 0 }).catch(() => {})
    else if (chance < 0.23) void queryClient.query({ ...postQuery(pages[0] ?? ''), staleTime: 0 }).catch(() => {})
    else if (chance < 0.5)
      await new Promise(done => {
        setTimeout(done)
      })
  }
  await settled(queryClient)
  const differences = asked.flatMap(({ filter, ...more }) => {
    const data = queryClient.getQueryData<FeedData>(feedKeys.list(HOME, { filter, ...more }))!
    const docs = postsOf(data)
    const wanted = world.listed(filter, 'search' in more ? more.search : '')
    // as far down as was read: the last page says whether there is more
    const until = data.pages.at(-1)!.hasNextPage ? (docs.at(-1)?._id ?? '~') : ''
    const sorted = (posts: LiveEvent[]) =>
      JSON.stringify(posts.map(post => ({ ...post, interestedUsersIds: post.interestedUsersIds.toSorted() })))
    return sorted(docs) === sorted(wanted.filter(post => post._id >= until)) ? [] : [`${seed} ${filter}`]
  })
  for (const id of pages) {
    const post = world.stored.find(one => one.id === id)
    const cached = queryClient.getQueryData<LiveEvent | null>(feedKeys.one(id))
    if (
      (cached?.dateUpdated ?? null) !== (post?.text ?? null) ||
      (cached && cached.interestedCount !== post?.answers.length)
    )
      differences.push(`${seed} page ${id}`)
  }
  for (const end of stops) end()
  stop()
  queryClient.clear()
  return differences
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the cache after random live events', () => {
  test(
    `equals a fresh fetch, ${SEQUENCES} times`,
    async () => {
      const differences: string[] = []
      for (const seed of [...HARD, ...Array.from({ length: SEQUENCES }, (_, n) => n + 1)])
        differences.push(...(await play(seed)))
      expect(differences).toEqual([])
    },
    120_000 + SEQUENCES * 100,
  )

  test.each(['event.created', 'event.updated', 'event.deleted', 'event.interest'] as const)(
    'would be caught without %s',
    async name => {
      let found = 0
      for (let seed = 1; seed <= 12 && found === 0; seed++)
        found += (await play(seed, message => (message?.event === name ? null : message))).length
      expect(found).toBeGreaterThan(0)
    },
  )
})

test('what was missed while nothing was heard is read anew, and what the reader looks at keeps its place', async () => {
  const random = randomFrom(7)
  const world = makeWorld(random, 'me', false)
  for (let n = 0; n < 90; n++) world.create()
  vi.stubGlobal('fetch', async (path: string) => new Response(JSON.stringify(world.answer(path))))
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const observer = new InfiniteQueryObserver(queryClient, feedQuery(HOME, {}))
  const stop = observer.subscribe(() => {})
  await settled(queryClient)
  await observer.fetchNextPage()
  const before = postsOf(queryClient.getQueryData<FeedData>(feedKeys.list(HOME, {}))!)
  const [gone, changed] = [before[30]!._id, before[25]!._id]
  world.stored.splice(
    world.stored.findIndex(post => post.id === gone),
    1,
  )
  world.stored.find(post => post.id === changed)!.text = 'changed'
  for (let n = 0; n < 50; n++) world.create()
  await queryClient.query(freshQuery(HOME, {}, queryClient))
  await catchUp(queryClient)
  await queryClient.query({ ...freshQuery(HOME, {}, queryClient), staleTime: 0 })
  const after = postsOf(queryClient.getQueryData<FeedData>(feedKeys.list(HOME, {}))!)
  expect(after.map(post => post._id)).toEqual(
    world
      .listed('all')
      .slice(0, after.length)
      .map(post => post._id),
  )
  expect(after.length).toBeGreaterThanOrEqual(before.length + 50 - 1)
  expect(after.find(post => post._id === changed)?.dateUpdated).toBe('changed')
  // what did not change is the same object: its card is not drawn anew
  expect(after.find(post => post._id === before[5]!._id)).toBe(before[5])
  stop()
  queryClient.clear()
})

test('who answered is asked for again when somebody did', async () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(answersQuery('a').queryKey, [])
  patchInterest(queryClient, { _id: 'a', interestedCount: 1 })
  expect(queryClient.getQueryState(feedKeys.answers('a'))?.isInvalidated).toBe(true)
})
