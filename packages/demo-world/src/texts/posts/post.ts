import { bilingual, type Bilingual } from '../bilingual.ts'
import type { DemoPhoto } from '../scenes.ts'

export type PostGroup = 'welcome' | 'activity' | 'proposal' | 'gooddeal' | 'post' | 'like' | 'weather'
/** `tonight`: on the day on which the demo world is made, at this time, or later if that time has passed. */
export type PostWhen = 'now' | 'together' | { inDays: number; time: string } | { tonight: string }
export type Season = 'winter' | 'spring' | 'summer' | 'autumn'
export type Sky = 'clear' | 'frost' | 'heat' | 'partly' | 'cloudy' | 'fog' | 'rain' | 'showers' | 'storm' | 'snow'

export interface DemoVideo {
  youtubeVideoId: string
  title: Bilingual
  poster: DemoPhoto
  seconds: number
}

/** What the text of a post reveals about its author: only matching people are chosen as author. Ages in years. */
export interface AuthorHint {
  gender?: 'M' | 'F'
  minAge?: number
  maxAge?: number
  building?: 'A' | 'B' | 'C' | 'D' | 'E' | 'F'
}

/** A text is an empty string in a missing language. Those of welcome posts contain `{firstname}` and `{building}`. */
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
  demoVideo?: DemoVideo
  deal?: string
  hourOfDay?: number
  answers?: 'few' | 'some' | 'many'
  author?: AuthorHint
  /** The key of the older post that this post answers. */
  after?: string
  /** The only seasons that the post fits, such as winter for snow. `months` (1 to 12) are the same, more exactly. */
  seasons?: Season[]
  months?: number[]
  /** Whether the team pins the post until the end of the day of `when`. Pinned posts are among the newest. */
  pinned?: boolean
  /** The weekday that the text names (0 is Sunday); the date of `when` falls on it. */
  weekday?: number
  /** Whether the post names nothing that only the community Les Tilleuls has. */
  anywhere?: boolean
  /** The weather that a weather post announces. */
  sky?: Sky
}

/** Title and text; an empty string if there is none. */
type TitleAndText = readonly [title: string, text: string]
type PostOptions = Partial<
  Pick<
    DemoPost,
    | 'by'
    | 'author'
    | 'place'
    | 'when'
    | 'photo'
    | 'demoVideo'
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

/** Adds the months of the seasons, or the seasons of the months. */
const seasonsAndMonths = ({ seasons, months }: PostOptions): Pick<DemoPost, 'seasons' | 'months'> => {
  if (months)
    return { months, seasons: seasonNames.filter(season => monthsOf[season].some(month => months.includes(month))) }
  return seasons ? { seasons, months: seasons.flatMap(season => monthsOf[season]) } : {}
}

const weekdayNames = [
  'dimanche|sunday',
  'lundi|monday',
  'mardi|tuesday',
  'mercredi|wednesday',
  'jeudi|thursday',
  'vendredi|friday',
  'samedi|saturday',
]
const anyWeekday = new RegExp(`(?<!\\p{L})(${weekdayNames.join('|')})`, 'iu')

const namedWeekday = (words: string): number | undefined => {
  const name = anyWeekday.exec(words)?.[1]?.toLowerCase()
  return name ? weekdayNames.findIndex(names => names.includes(name)) : undefined
}

const namesOfLesTilleuls =
  /tilleul|lime tree|bâtiment|building|accueil|reception|(?<!\p{L})(?:du|au|le|in|of) [A-F](?!\p{L})/iu

const bothOrNull = (fr: string, en: string): Bilingual | null => (fr || en ? bilingual(fr, en) : null)

const buildPost = (
  group: PostGroup,
  key: string,
  words: { fr?: TitleAndText; en?: TitleAndText },
  options: PostOptions,
): DemoPost => {
  const [titleFr, textFr] = words.fr ?? ['', '']
  const [titleEn, textEn] = words.en ?? ['', '']
  const weekday =
    options.when && options.when !== 'together' ? namedWeekday((words.fr ?? words.en ?? []).join(' ')) : undefined
  return {
    key,
    group,
    by: 'member',
    language: words.fr && words.en ? 'both' : words.fr ? 'fr' : 'en',
    title: bothOrNull(titleFr, titleEn),
    description: bothOrNull(textFr, textEn),
    ...(weekday !== undefined && { weekday }),
    ...(!options.place && !namesOfLesTilleuls.test([titleFr, textFr, titleEn, textEn].join(' ')) && { anywhere: true }),
    ...options,
    ...seasonsAndMonths(options),
  }
}

export const activityPost = (
  key: string,
  template: string,
  words: { fr?: TitleAndText; en?: TitleAndText },
  options: PostOptions = {},
): DemoPost => ({ ...buildPost('activity', key, words, options), template })

export const requestPost = (
  key: string,
  template: string,
  words: { fr?: TitleAndText; en?: TitleAndText },
  options: PostOptions = {},
): DemoPost => ({ ...buildPost('proposal', key, words, options), template })

export const freePost = (
  key: string,
  words: { fr?: TitleAndText; en?: TitleAndText },
  options: PostOptions = {},
): DemoPost => buildPost('post', key, words, options)

export const noticePost = (
  key: string,
  template: string | undefined,
  words: { fr?: TitleAndText; en?: TitleAndText },
  options: PostOptions = {},
): DemoPost => {
  const post = buildPost('like', key, words, { by: 'staff', ...options })
  return template ? { ...post, template } : post
}

export const outingPost = (
  key: string,
  deal: string,
  words: { fr?: TitleAndText; en?: TitleAndText },
  options: PostOptions = {},
): DemoPost => buildPost('gooddeal', key, words, { deal, ...options })

export const welcomePost = (
  key: string,
  words: { fr?: TitleAndText; en?: TitleAndText },
  options: PostOptions = {},
): DemoPost => buildPost('welcome', key, words, { by: 'newcomer', ...options })

export const weatherPost = (
  key: string,
  sky: Sky,
  words: { fr?: TitleAndText; en?: TitleAndText },
  options: PostOptions = {},
): DemoPost => buildPost('weather', key, words, { by: 'staff', hourOfDay: 7, sky, ...options })

export const demoVideo = (
  youtubeVideoId: string,
  poster: DemoPhoto,
  seconds: number,
  fr: string,
  en: string,
): DemoVideo => ({ youtubeVideoId, poster, seconds, title: bilingual(fr, en) })
