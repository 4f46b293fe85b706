import type { ChannelType } from '@parvis/contract/community.ts'
import { DATE_NOW, DATE_TOGETHER } from '@parvis/contract/feed.ts'
import { DAY_MS, dayOf, instantAt, timeOfDay } from './days.ts'
import type { Communities, Community } from './make-communities.ts'
import type { Deals } from './make-deals.ts'
import type { Members } from './make-members.ts'
import type { TemplateCategory } from './make-templates.ts'
import { drawingOf, type Picture } from './pictures.ts'
import { answerersOf, authorOf, fillNames } from './post-authors.ts'
import type { Random } from './random.ts'
import { schedule } from './schedule.ts'
import { createIdGenerator, type Seed } from './seed.ts'
import type { Bilingual } from './texts/bilingual.ts'
import { type DemoPost, posts as texts } from './texts/posts.ts'
import { makeWeatherHours, type WeatherHour } from './weather-hours.ts'

/** Number of posts in the feeds of the smaller communities. */
const SMALL_FEED_SIZE = 34

const channelOf: Record<DemoPost['group'], ChannelType> = {
  activity: 'ShareChannel',
  gooddeal: 'ShareChannel',
  proposal: 'TemplateChannel',
  like: 'TemplateChannel',
  post: 'NeighborhoodEventChannel',
  welcome: 'NeighborhoodEventChannel',
  weather: 'NeighborhoodEventChannel',
}

export interface Post {
  id: string
  communityId: string
  channelId: string
  authorId: string
  group: DemoPost['group']
  templateId: string | null
  categoryId: string | null
  dealId: string | null
  title: Bilingual | null
  description: Bilingual | null
  photoId: string | null
  video: { youtubeVideoId: string; title: Bilingual } | null
  dateId: string | null
  timeId: string | null
  placeId: string | null
  startsAt: Date | null
  pinnedUntil: Date | null
  weather: WeatherHour[] | null
  answers: { memberId: string; at: Date }[]
  at: Date
}

export interface Posts {
  posts: Post[]
  pictures: Picture[]
}

interface PartialWorld {
  communities: Communities
  templates: readonly TemplateCategory[]
  members: Members
  deals: Deals
}

/** Minimum lead time of tonight's events, in minutes. */
const MIN_LEAD_MINUTES = 20
const HALF_HOUR = 30
/** The last half hour of a day, in minutes. */
const LATEST_MINUTES = 23.5 * 60

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The requested time this evening, or the next possible half hour if that time is not `MIN_LEAD_MINUTES` ahead. */
const timeTonight = (requested: string, now: Date): string => {
  const ahead = Math.ceil((minutesOf(timeOfDay(now)) + MIN_LEAD_MINUTES) / HALF_HOUR) * HALF_HOUR
  const minutes = Math.min(Math.max(minutesOf(requested), ahead), LATEST_MINUTES)
  return [Math.floor(minutes / 60), minutes % 60].map(figure => String(figure).padStart(2, '0')).join(':')
}

/**
 * The local date and time of the event of a post: the next occurrence of the weekday that its text names, otherwise the
 * given number of days after the post.
 */
const eventTimeOf = ({ when, weekday }: DemoPost, at: Date, now: Date): { day: string; time: string } | null => {
  if (typeof when !== 'object') return null
  if ('tonight' in when) return { day: dayOf(now), time: timeTonight(when.tonight, now) }
  const written = new Date(`${dayOf(at)}T12:00:00Z`)
  const ahead = weekday === undefined ? when.inDays : ((weekday - written.getUTCDay() + 6) % 7) + 1
  return { day: new Date(written.getTime() + ahead * DAY_MS).toISOString().slice(0, 10), time: when.time }
}

/** The end of a day, up to which a post is pinned. */
const endOfDay = (day: string): Date =>
  instantAt(new Date(Date.parse(`${day}T12:00:00Z`) + DAY_MS).toISOString().slice(0, 10), '00:00')

/** Announcements by the team of an organisation reach all of its communities. */
const channelFor = ({ by, group }: DemoPost, { channels }: Community): string =>
  (by === 'staff' && group === 'like' ? channels.OrganizationEventChannel : undefined) ?? channels[channelOf[group]]!

/** When the event of a post takes place, and until when the post is pinned. */
const datesOf = (post: DemoPost, at: Date, now: Date) => {
  const { when } = post
  const timing = eventTimeOf(post, at, now)
  return {
    dateId: when === 'now' ? DATE_NOW : when === 'together' ? DATE_TOGETHER : (timing?.day ?? null),
    timeId: timing?.time ?? null,
    pinnedUntil: timing && post.pinned ? endOfDay(timing.day) : null,
    startsAt: timing && instantAt(timing.day, timing.time),
  }
}

const makeFeed = (
  { random: rootRandom, now, idAt }: Seed,
  community: Community,
  pool: (random: Random) => readonly DemoPost[],
  { templates, members, deals }: PartialWorld,
): Posts => {
  const random = rootRandom.fork(`events of ${community.texts.uri}`)
  const newId = createIdGenerator(idAt, random)
  const people = members.byCommunity.get(community.id)!
  const newcomers = people.filter(({ role }) => role === 'neighbor').slice(-16)
  const pictures: Picture[] = []
  const written = schedule(pool(random), random, now).map(({ post, at }) => {
    const author = authorOf(post, people, newcomers, random)
    const id = newId(at)
    const photo = post.photo ?? post.demoVideo?.poster
    const photoId = photo ? newId(at) : null
    if (photo && photoId)
      pictures.push({
        id: photoId,
        drawing: drawingOf(photo),
        class: 'community',
        communityId: community.id,
        alt: post.photo ? photo.alt : null,
        at,
      })
    const answerers = answerersOf(post, author, people, random)
    const { dateId, timeId, pinnedUntil, startsAt } = datesOf(post, at, now)
    const category = templates.find(each => each.templates.some(({ key }) => key === post.template))
    return {
      id,
      communityId: community.id,
      channelId: channelFor(post, community),
      authorId: author.id,
      group: post.group,
      templateId: category?.templates.find(({ key }) => key === post.template)!.id ?? null,
      categoryId: category?.id ?? null,
      dealId: deals.deals.find(deal => deal.texts.key === post.deal)?.id ?? null,
      title: fillNames(post.title, author),
      description: fillNames(post.description, author),
      photoId,
      video: post.demoVideo ?? null,
      dateId,
      timeId,
      placeId: community.places.find(({ key }) => key === post.place)?.id ?? null,
      pinnedUntil,
      startsAt,
      weather: post.group === 'weather' ? makeWeatherHours(post.sky ?? 'partly', at, random) : null,
      answerers,
      at,
    }
  })
  const posts = written.map(({ answerers, ...post }) => ({
    ...post,
    answers: answerers.map(({ id }) => ({
      memberId: id,
      at: new Date(Math.min(now.getTime(), post.at.getTime() + random.int(1, 1440) * 60_000)),
    })),
  }))
  return { posts, pictures }
}

/** The first community’s feed contains every post; the others contain a sample of the posts that fit any community. */
export const makePosts = (seed: Seed, world: PartialWorld): Posts => {
  const anywhere = texts.filter(post => post.anywhere)
  const feeds = world.communities.communities.map((community, index) =>
    makeFeed(seed, community, random => (index === 0 ? texts : random.sample(anywhere, SMALL_FEED_SIZE)), world),
  )
  return { posts: feeds.flatMap(({ posts }) => posts), pictures: feeds.flatMap(({ pictures }) => pictures) }
}
