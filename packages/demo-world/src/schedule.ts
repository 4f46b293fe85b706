import { DAY_MS, dayOf, instantAt, monthOf } from './days.ts'
import type { Random } from './random.ts'
import type { DemoPost } from './texts/posts.ts'
import { viewOf } from './texts/scenes.ts'

/** Length of the feed in days; recent days have more posts. */
const FEED_DAYS = 150

/**
 * The local hour at which a post is published: the hour that the post specifies, otherwise a random hour of the day.
 */
const hourOf = (post: DemoPost, random: Random) =>
  post.hourOfDay ?? random.pick([7, 8, 8, 9, 10, 11, 12, 12, 13, 14, 16, 17, 18, 18, 19, 19, 20, 20, 21, 22])

/** Whether the picture shows the night, which does not suit the newest posts. */
const isNightPicture = ({ photo }: DemoPost) => photo !== undefined && viewOf(photo).night === true

/** The feed begins with one post of each of these kinds. */
const firstKinds: ((post: DemoPost) => boolean)[] = [
  post => post.group === 'activity' && post.photo !== undefined,
  post => post.group === 'like' && post.by === 'staff',
  post => post.group === 'welcome',
  post => post.group === 'proposal' && post.language === 'both',
  post => post.group === 'weather',
  post => post.group === 'post' && post.photo !== undefined,
  post => post.group === 'gooddeal',
  post => post.demoVideo !== undefined,
]

const isTonight = ({ when }: DemoPost) => typeof when === 'object' && 'tonight' in when

/** Swaps posts so that a post that answers another post is the newer of the two. */
const putRepliesAfterQuestions = (newestFirst: DemoPost[]): DemoPost[] => {
  for (const [reply, { after }] of [...newestFirst].entries()) {
    const question = newestFirst.findIndex(({ key }) => key === after)
    if (question === -1 || question > reply) continue
    const [newer, older] = [newestFirst[reply]!, newestFirst[question]!]
    newestFirst[question] = newer
    newestFirst[reply] = older
  }
  return newestFirst
}

/**
 * The posts in the order of the feed, newest first: one of each kind, pinned posts, tonight's events, then the rest at
 * random.
 */
export const orderPosts = (pool: readonly DemoPost[], random: Random, month: number): DemoPost[] => {
  const shuffled = random.shuffle(pool)
  const pinned = shuffled.filter(post => post.pinned)
  const evening = shuffled.filter(post => isTonight(post) && !post.pinned)
  const remaining = shuffled.filter(post => !post.pinned && !isTonight(post))
  const first = firstKinds.flatMap(matches => {
    const found = remaining.findIndex(
      post => matches(post) && (post.months?.includes(month) ?? true) && !isNightPicture(post),
    )
    return found === -1 ? [] : remaining.splice(found, 1)
  })
  return putRepliesAfterQuestions([...first, ...pinned, ...evening, ...remaining])
}

/** Assigns a time to each post: recent times are closer together, and each time is in a month that suits its post. */
export const schedule = (pool: readonly DemoPost[], random: Random, now: Date): { post: DemoPost; at: Date }[] => {
  const remaining = orderPosts(pool, random, monthOf(now))
  const recent = firstKinds.length + remaining.filter(post => post.pinned || isTonight(post)).length
  const moments = remaining.map((_, index) => FEED_DAYS * ((index + 1) / remaining.length) ** 1.7)
  const placed: { post: DemoPost; at: Date }[] = []
  for (const [index, daysAgo] of moments.entries()) {
    const day = new Date(now.getTime() - daysAgo * DAY_MS)
    const month = monthOf(day)
    const match = remaining.findIndex(post => post.months?.includes(month) ?? true)
    if (match === -1) continue
    const [post] = remaining.splice(match, 1) as [DemoPost]
    const at = instantAt(
      dayOf(day),
      `${String(hourOf(post, random)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}`,
    )
    const justNow = new Date(now.getTime() - (6 + index * 23) * 60_000)
    placed.push({ post, at: index < recent || at > now ? justNow : at })
  }
  return placed
}
