import { b, type Bilingual } from '../bilingual.ts'
import type { DemoPhoto } from '../scenes.ts'

export type PostGroup = 'welcome' | 'activity' | 'proposal' | 'gooddeal' | 'post' | 'like' | 'weather'
/** `tonight`: on the evening of the day that the world is made, at this time or later, so that it lies ahead. */
export type PostWhen = 'now' | 'together' | { inDays: number; time: string } | { tonight: string }
export type Season = 'winter' | 'spring' | 'summer' | 'autumn'
export type Sky = 'clear' | 'frost' | 'heat' | 'partly' | 'cloudy' | 'fog' | 'rain' | 'showers' | 'storm' | 'snow'

export interface DemoVideo {
  youtubeVideoId: string
  title: Bilingual
  poster: DemoPhoto
  seconds: number
}

/** Who could have written it, where the words show it. */
export interface AuthorHint {
  gender?: 'M' | 'F'
  from?: number
  to?: number
  building?: 'A' | 'B' | 'C' | 'D' | 'E' | 'F'
}

/** A missing language is an empty string. Welcome posts hold `{firstname}` and `{building}`. */
export interface DemoPost {
  key: string
  group: PostGroup
  by: 'member' | 'staff' | 'newcomer'
  language: 'both' | 'fr' | 'en'
  title: Bilingual | null
  description: Bilingual | null
  template?: string
  place?: string
  when?: PostWhen
  photo?: DemoPhoto
  video?: DemoVideo
  deal?: string
  hourOfDay?: number
  answers?: 'few' | 'some' | 'many'
  author?: AuthorHint
  /** The post that it answers, and so comes later than. */
  after?: string
  /** Where it makes sense only then: snow in winter, a swim in summer. `months` (1 to 12) says the same, closer. */
  seasons?: Season[]
  months?: number[]
  /** The team pins it, until the day of `when` is over: it is among what was written last. */
  pinned?: boolean
  /** The day that its words name, 0 for Sunday: the day of `when`. */
  weekday?: number
  /** Names nothing that only Les Tilleuls has. */
  anywhere?: boolean
  /** Weather mornings: the sky that it greets. */
  sky?: Sky
}

/** Title, then text; an empty string where there is none. */
type Words = readonly [title: string, text: string]
type More = Partial<
  Pick<
    DemoPost,
    | 'by'
    | 'author'
    | 'place'
    | 'when'
    | 'photo'
    | 'video'
    | 'deal'
    | 'hourOfDay'
    | 'answers'
    | 'after'
    | 'seasons'
    | 'months'
    | 'sky'
    | 'pinned'
  >
>

export const inDays = (days: number, time: string): PostWhen => ({ inDays: days, time })

export const tonight = (time: string): PostWhen => ({ tonight: time })

export const monthsOf: Record<Season, number[]> = {
  winter: [12, 1, 2],
  spring: [3, 4, 5],
  summer: [6, 7, 8],
  autumn: [9, 10, 11],
}

const seasonNames = ['winter', 'spring', 'summer', 'autumn'] as const

/** Says both from either. */
const timeOfYear = ({ seasons, months }: More): Pick<DemoPost, 'seasons' | 'months'> => {
  if (months)
    return { months, seasons: seasonNames.filter(season => monthsOf[season].some(month => months.includes(month))) }
  return seasons ? { seasons, months: seasons.flatMap(season => monthsOf[season]) } : {}
}

const dayNames = [
  'dimanche|sunday',
  'lundi|monday',
  'mardi|tuesday',
  'mercredi|wednesday',
  'jeudi|thursday',
  'vendredi|friday',
  'samedi|saturday',
]
const anyDay = new RegExp(`(?<!\\p{L})(${dayNames.join('|')})`, 'iu')

const namedDay = (words: string): number | undefined => {
  const name = anyDay.exec(words)?.[1]?.toLowerCase()
  return name ? dayNames.findIndex(names => names.includes(name)) : undefined
}

const ofTheBuildings =
  /tilleul|lime tree|bâtiment|building|accueil|reception|(?<!\p{L})(?:du|au|le|in|of) [A-F](?!\p{L})/iu

const bothOrNull = (fr: string, en: string): Bilingual | null => (fr || en ? b(fr, en) : null)

const write = (group: PostGroup, key: string, words: { fr?: Words; en?: Words }, more: More): DemoPost => {
  const [titleFr, textFr] = words.fr ?? ['', '']
  const [titleEn, textEn] = words.en ?? ['', '']
  const weekday = more.when && more.when !== 'together' ? namedDay((words.fr ?? words.en ?? []).join(' ')) : undefined
  return {
    key,
    group,
    by: 'member',
    language: words.fr && words.en ? 'both' : words.fr ? 'fr' : 'en',
    title: bothOrNull(titleFr, titleEn),
    description: bothOrNull(textFr, textEn),
    ...(weekday !== undefined && { weekday }),
    ...(!more.place && !ofTheBuildings.test([titleFr, textFr, titleEn, textEn].join(' ')) && { anywhere: true }),
    ...more,
    ...timeOfYear(more),
  }
}

export const moment = (
  key: string,
  template: string,
  words: { fr?: Words; en?: Words },
  more: More = {},
): DemoPost => ({ ...write('activity', key, words, more), template })

export const request = (
  key: string,
  template: string,
  words: { fr?: Words; en?: Words },
  more: More = {},
): DemoPost => ({ ...write('proposal', key, words, more), template })

export const free = (key: string, words: { fr?: Words; en?: Words }, more: More = {}): DemoPost =>
  write('post', key, words, more)

export const notice = (
  key: string,
  template: string | undefined,
  words: { fr?: Words; en?: Words },
  more: More = {},
): DemoPost => {
  const post = write('like', key, words, { by: 'staff', ...more })
  return template ? { ...post, template } : post
}

export const outing = (key: string, deal: string, words: { fr?: Words; en?: Words }, more: More = {}): DemoPost =>
  write('gooddeal', key, words, { deal, ...more })

export const newcomer = (key: string, words: { fr?: Words; en?: Words }, more: More = {}): DemoPost =>
  write('welcome', key, words, { by: 'newcomer', ...more })

export const morning = (key: string, sky: Sky, words: { fr?: Words; en?: Words }, more: More = {}): DemoPost =>
  write('weather', key, words, { by: 'staff', hourOfDay: 7, sky, ...more })

export const video = (
  youtubeVideoId: string,
  poster: DemoPhoto,
  seconds: number,
  fr: string,
  en: string,
): DemoVideo => ({ youtubeVideoId, poster, seconds, title: b(fr, en) })
