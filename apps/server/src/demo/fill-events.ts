import type { ChannelType } from '@parvis/contract/community.ts'
import { DATE_NOW, DATE_TOGETHER } from '@parvis/contract/feed.ts'
import { sql } from 'kysely'
import { scenes } from './art/scenes.ts'
import type { FilledCommunity } from './fill-communities.ts'
import type { FilledDeals } from './fill-deals.ts'
import type { FilledPeople, FilledPerson } from './fill-people.ts'
import type { FilledTemplates } from './fill-templates.ts'
import type { PictureOf } from './pictures.ts'
import { DAY_MS, dayIn, idFrom, inSlices, instantAt, type Workshop } from './seed.ts'
import { type DemoPost, posts } from './texts/posts.ts'
import type { Random } from './texts/random.ts'
import { viewOf } from './texts/scenes.ts'
import { weatherHours } from './weather-hours.ts'

const TIMEZONE = 'Europe/Paris'
/** The feed goes back this far; the recent days are the fuller ones. */
const MONTHS_DAYS = 150
/** How many posts of the pool the smaller communities get. */
const SMALL_FEED = 34

const channelOf: Record<DemoPost['group'], ChannelType> = {
  activity: 'ShareChannel',
  gooddeal: 'ShareChannel',
  proposal: 'TemplateChannel',
  like: 'TemplateChannel',
  post: 'NeighborhoodEventChannel',
  welcome: 'NeighborhoodEventChannel',
  weather: 'NeighborhoodEventChannel',
}

/** 1 to 12. */
const monthOf = (date: Date) => Number(dayIn(date, TIMEZONE).slice(5, 7))

/** Weather is announced in the morning, people write from breakfast to bedtime. */
const hourOf = (post: DemoPost, random: Random) =>
  post.hourOfDay ?? random.pick([7, 8, 8, 9, 10, 11, 12, 12, 13, 14, 16, 17, 18, 18, 19, 19, 20, 20, 21, 22])

/** A picture of the night was not taken just now. */
const atNight = ({ photo }: DemoPost) => photo !== undefined && viewOf(photo).night === true

/** What a visitor sees first: one of each kind, as a lively day would show them. */
const opening: ((post: DemoPost) => boolean)[] = [
  post => post.group === 'activity' && post.photo !== undefined,
  post => post.group === 'like' && post.by === 'staff',
  post => post.group === 'welcome',
  post => post.group === 'proposal' && post.language === 'both',
  post => post.group === 'weather',
  post => post.group === 'post' && post.photo !== undefined,
  post => post.group === 'gooddeal',
  post => post.video !== undefined,
]

/** The pool in the order of the feed, newest first: the opening, then by chance. */
export const inOrder = (pool: readonly DemoPost[], random: Random, month: number): DemoPost[] => {
  const waiting = random.shuffle(pool)
  const first = opening.flatMap(suits => {
    const found = waiting.findIndex(post => suits(post) && (post.months?.includes(month) ?? true) && !atNight(post))
    return found === -1 ? [] : waiting.splice(found, 1)
  })
  return answersLast([...first, ...waiting])
}

/** What answers a post is newer than it: the two change places where chance has it otherwise. */
const answersLast = (newestFirst: DemoPost[]): DemoPost[] => {
  for (const [answer, { after }] of [...newestFirst].entries()) {
    const asked = newestFirst.findIndex(({ key }) => key === after)
    if (asked === -1 || asked > answer) continue
    const [newer, older] = [newestFirst[answer]!, newestFirst[asked]!]
    newestFirst[asked] = newer
    newestFirst[answer] = older
  }
  return newestFirst
}

/** Gives each post its moment: ever denser towards now, each in a month that suits it. */
const schedule = (pool: readonly DemoPost[], random: Random, now: Date): { post: DemoPost; at: Date }[] => {
  const waiting = inOrder(pool, random, monthOf(now))
  const moments = waiting.map((_, index) => MONTHS_DAYS * ((index + 1) / waiting.length) ** 1.7)
  const placed: { post: DemoPost; at: Date }[] = []
  for (const [index, daysAgo] of moments.entries()) {
    const day = new Date(now.getTime() - daysAgo * DAY_MS)
    const month = monthOf(day)
    const suiting = waiting.findIndex(post => post.months?.includes(month) ?? true)
    if (suiting === -1) continue
    const [post] = waiting.splice(suiting, 1) as [DemoPost]
    const at = instantAt(
      dayIn(day, TIMEZONE),
      `${String(hourOf(post, random)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}`,
      TIMEZONE,
    )
    const justNow = new Date(now.getTime() - (6 + index * 23) * 60_000)
    placed.push({ post, at: index < opening.length || at > now ? justNow : at })
  }
  return placed
}

const authorOf = (
  post: DemoPost,
  people: readonly FilledPerson[],
  newcomers: FilledPerson[],
  random: Random,
): FilledPerson => {
  if (post.by === 'staff')
    return people.find(({ role }) => role === 'employee') ?? people.find(({ role }) => role === 'administrator')!
  if (post.by === 'newcomer') return newcomers.pop() ?? random.pick(people)
  const { gender, from = 0, to = 200, building } = post.author ?? {}
  const neighbors = people.filter(({ role }) => role === 'neighbor')
  const suiting = neighbors.filter(
    ({ person }) =>
      (!gender || person.gender === gender) &&
      person.age >= from &&
      person.age <= to &&
      (!building || person.building === building),
  )
  return random.pick(suiting.length > 0 ? suiting : neighbors)
}

/** The day that a publication names: as many days on as it says, moved to the weekday that its words name. */
const dayOf = (post: DemoPost, at: Date): string | null => {
  if (typeof post.when !== 'object') return null
  const day = new Date(`${dayIn(new Date(at.getTime() + post.when.inDays * DAY_MS), TIMEZONE)}T12:00:00Z`)
  const ahead = post.weekday === undefined ? 0 : (post.weekday - day.getUTCDay() + 7) % 7
  return new Date(day.getTime() + ahead * DAY_MS).toISOString().slice(0, 10)
}

const answersOf = (
  post: DemoPost,
  author: FilledPerson,
  people: readonly FilledPerson[],
  random: Random,
): FilledPerson[] => {
  const [least, most] = ({ few: [0, 3], some: [3, 11], many: [12, 38] } as const)[post.answers ?? 'some']
  return random.some(
    people.filter(({ id, role }) => id !== author.id && role !== 'advertiser'),
    Math.min(random.int(least, most), people.length - 2),
  )
}

/** The names that a sentence of welcome holds a place for. */
const named = (text: string, { person }: FilledPerson) =>
  text.replaceAll('{firstname}', person.firstname).replaceAll('{building}', person.building)

interface World {
  places: { communities: FilledCommunity[] }
  templates: FilledTemplates
  people: FilledPeople
  deals: FilledDeals
}

export const fillEvents = async (
  { db, studio, random: whole, now }: Workshop,
  { places, templates, people, deals }: World,
): Promise<void> => {
  for (const [index, community] of places.communities.entries()) {
    const random = whole.fork(`events of ${community.demo.uri}`)
    const members = people.get(community.id)!
    const newcomers = members.filter(({ role }) => role === 'neighbor').slice(-16)
    const pool =
      index === 0
        ? posts
        : random.some(
            posts.filter(post => post.anywhere),
            SMALL_FEED,
          )
    const pictures: PictureOf[] = []
    const written = schedule(pool, random, now).map(({ post, at }) => {
      const author = authorOf(post, members, newcomers, random)
      const id = idFrom(random, at)
      const photo = post.photo ?? post.video?.poster
      const photoId = photo ? idFrom(random, at) : null
      if (photo)
        pictures.push({
          id: photoId!,
          svg: scenes[photo.scene](photo.view),
          class: 'community',
          communityId: community.id,
          ...(post.photo && { alt: photo.alt }),
          at,
        })
      const answers = answersOf(post, author, members, random)
      const when = post.when
      const day = dayOf(post, at)
      const template = post.template ? templates.templates.get(post.template)! : null
      const fr = (text: string | undefined) => (text ? named(text, author) : null)
      const row = {
        community_id: community.id,
        id,
        user_id: author.id,
        group_id: post.group,
        template_id: template?.id ?? null,
        deal_id: post.deal ? deals.get(post.deal)! : null,
        title: fr(post.title?.fr),
        title_en: fr(post.title?.en),
        description: fr(post.description?.fr),
        description_en: fr(post.description?.en),
        post_description: null,
        post_description_en: null,
        photo_id: photoId,
        youtube_video_id: post.video?.youtubeVideoId ?? null,
        video_title: post.video?.title.fr ?? null,
        date_id: when === 'now' ? DATE_NOW : when === 'together' ? DATE_TOGETHER : day,
        time_id: typeof when === 'object' ? when.time : null,
        place_id: post.place ? community.placeIds.get(post.place)! : null,
        choice_id: null,
        starts_at: day && typeof when === 'object' ? instantAt(day, when.time, TIMEZONE) : null,
        weather: post.group === 'weather' ? JSON.stringify(weatherHours(post.sky ?? 'partly', at, random)) : null,
        interested_count: answers.length,
        messages_count: 0,
        created_at: at,
        updated_at: at,
      }
      // What the team of an organisation announces reaches all of its communities.
      const channel =
        post.by === 'staff' && post.group === 'like' && community.channels.OrganizationEventChannel
          ? 'OrganizationEventChannel'
          : channelOf[post.group]
      return {
        row,
        answers,
        at,
        link: { channel_id: community.channels[channel]!, event_id: id, category_id: template?.categoryId ?? null },
      }
    })
    await studio.store(pictures)
    await inSlices(
      written,
      slice =>
        db
          .insertInto('events')
          .values(slice.map(({ row }) => row))
          .execute(),
      200,
    )
    await sql`
      insert into event_channels (channel_id, event_id, community_id, group_id, category_id, document)
      select l.channel_id, e.id, e.community_id, e.group_id, l.category_id, event_search(e)
      from jsonb_to_recordset(${JSON.stringify(written.map(({ link }) => link))}::jsonb) as l (channel_id uuid, event_id uuid, category_id uuid)
      join events e on e.community_id = ${community.id} and e.id = l.event_id`.execute(db)
    const answers = written.flatMap(({ row, answers: from, at }) =>
      from.map(({ id }) => ({
        community_id: community.id,
        event_id: row.id,
        user_id: id,
        created_at: new Date(Math.min(now.getTime(), at.getTime() + random.int(1, 1440) * 60_000)),
      })),
    )
    await inSlices(answers, slice => db.insertInto('event_answers').values(slice).execute(), 1000)
  }
}
