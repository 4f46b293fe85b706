import type { RuleBreak } from '@parvis/contract/errors.ts'
import type { Location } from '@parvis/contract/community.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { languages, type Language } from '@parvis/contract/language.ts'
import { MAX_ALT_LENGTH } from '@parvis/contract/media.ts'
import {
  checkPost,
  MAX_TEXT_LENGTH,
  MAX_TITLE_LENGTH,
  type EditBody,
  videoIdOf,
  type PostBody,
} from '@parvis/contract/publish.ts'
import type { Template } from '@parvis/contract/templates.ts'
import { languageOverLimit } from '#web/kernel/text/language-over-limit.ts'

/** The texts of a post in one language; `alt` describes its photo. */
export interface Words {
  title: string
  description: string
  alt: string
  /** The text after photo and video. Undefined in drafts older than this field, which leave it unchanged. */
  after?: string | undefined
}

export interface PostDraft {
  /** Idempotency key, the same for every attempt to send: the server stores it once. */
  tmpId: string
  fr: Words
  en: Words
  /** Null until a video is added. */
  link: string | null
  /** `stored`: the photo that the post already has. */
  photo: 'none' | 'stored' | 'new'
  /** Null means the default channel, or the one that the post already has. */
  channelId: string | null
  /** Whether the server may already have it, from an attempt whose answer was lost, and whether it was edited since. */
  sent: 'no' | 'maybe' | 'changed'
  /** The new date and time; undefined while unchanged. */
  when?: { dateId: string; timeId: string | null } | undefined
  /** The new place, null for none; undefined while unchanged. */
  where?: { kind: Location['kind']; id: string } | null | undefined
}

const noWords: Words = { title: '', description: '', alt: '', after: '' }

export const newDraft = (): PostDraft => ({
  tmpId: crypto.randomUUID(),
  fr: noWords,
  en: noWords,
  link: null,
  photo: 'none',
  channelId: null,
  sent: 'no',
})

const wordsOf = (
  { title, description, postDescription }: Partial<Record<'title' | 'description' | 'postDescription', string | null>>,
  photo?: { alt?: string | null } | null,
): Words => ({
  title: title ?? '',
  description: description ?? '',
  alt: photo?.alt ?? '',
  after: postDescription ?? '',
})

/**
 * The draft of a free post from a template. The template's photo is not taken over: a post has a photo of its author.
 */
export const draftFrom = ({ lang, youtubeVideoId, ...french }: Template): PostDraft => ({
  ...newDraft(),
  fr: wordsOf(french),
  en: wordsOf(lang.en),
  link: youtubeVideoId && videoAddress(youtubeVideoId),
})

const videoAddress = (id: string) => `https://youtu.be/${id}`

export const draftOf = ({ eventId: { lang, youtubeVideoId, ...french }, photo }: LiveEvent): PostDraft => ({
  ...newDraft(),
  fr: wordsOf(french, photo),
  en: wordsOf(lang.en, photo?.lang.en),
  link: youtubeVideoId && videoAddress(youtubeVideoId),
  photo: photo ? 'stored' : 'none',
})

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isWords = (value: unknown): value is Words =>
  isObject(value) &&
  ['title', 'description', 'alt'].every(field => typeof value[field] === 'string') &&
  ['string', 'undefined'].includes(typeof value.after)
const isTextOrNull = (value: unknown) => value === null || typeof value === 'string'

const isWhen = (value: unknown) =>
  value === undefined || (isObject(value) && typeof value.dateId === 'string' && isTextOrNull(value.timeId))
const isWhere = (value: unknown) =>
  value === undefined ||
  value === null ||
  (isObject(value) && typeof value.id === 'string' && (value.kind === 'location' || value.kind === 'equipment'))

/** Validates a stored draft, which may come from an older version or be corrupt. */
export const readDraft = (value: unknown): PostDraft | null => {
  if (!isObject(value) || !isWords(value.fr) || !isWords(value.en)) return null
  const rest =
    typeof value.tmpId === 'string' &&
    isTextOrNull(value.link) &&
    isTextOrNull(value.channelId) &&
    isWhen(value.when) &&
    isWhere(value.where) &&
    ['none', 'stored', 'new'].includes(String(value.photo)) &&
    ['no', 'maybe', 'changed'].includes(String(value.sent))
  return rest ? (value as unknown as PostDraft) : null
}

/** The content for comparison; of the photo only whether there is one. */
export const contentOf = ({ fr, en, link, photo, when, where }: PostDraft) =>
  JSON.stringify([
    ...[fr, en].flatMap(({ title, description, alt, after = '' }) =>
      [title, description, alt, after].map(text => text.trim()),
    ),
    link?.trim() ?? '',
    photo,
    when,
    where === null ? 'none' : where,
  ])

/** Same content, so there is nothing to save. A new photo never equals another. */
export const saysSame = (draft: PostDraft, start: PostDraft): boolean =>
  draft.photo !== 'new' && contentOf(draft) === contentOf(start)

/** The languages that have text. */
export const writtenIn = (draft: PostDraft) =>
  languages.filter(language => {
    const { title, description, after = '' } = draft[language]
    return title.trim() || description.trim() || after.trim()
  })

const sameWords = (a: Words, b: Words) =>
  a.title.trim() === b.title.trim() &&
  a.description.trim() === b.description.trim() &&
  (a.after ?? '').trim() === (b.after ?? '').trim()

/** The language whose texts are unchanged while the other ones were edited; null when there is none. */
export const leftAsItWas = (draft: PostDraft, start: PostDraft): Language | null => {
  const isLeft = (one: Language, other: Language) =>
    writtenIn(start).includes(one) && sameWords(draft[one], start[one]) && !sameWords(draft[other], start[other])
  return isLeft('fr', 'en') ? 'fr' : isLeft('en', 'fr') ? 'en' : null
}

/** No video has this id, so the contract rejects it. */
const NO_VIDEO = '?'

const videoIn = ({ link }: PostDraft) => (link?.trim() ? (videoIdOf(link) ?? NO_VIDEO) : null)
const textOrNull = (text: string) => text.trim() || null

export const breakOf = (draft: PostDraft): RuleBreak | null =>
  checkPost({
    description: draft.fr.description,
    lang: { en: { description: draft.en.description } },
    youtubeVideoId: videoIn(draft),
    hasPhoto: draft.photo !== 'none',
  })

/** The request body; null clears a field of the post. */
export const bodyOf = (draft: PostDraft): PostBody => {
  const hasPhoto = draft.photo !== 'none'
  const wordsIn = ({ title, description, alt, after }: Words) => ({
    title: textOrNull(title),
    description: textOrNull(description),
    ...(after !== undefined && { postDescription: textOrNull(after) }),
    ...(hasPhoto && { alt: textOrNull(alt) }),
  })
  return {
    ...wordsIn(draft.fr),
    lang: { en: wordsIn(draft.en) },
    youtubeVideoId: videoIn(draft),
    ...(!hasPhoto && { photoUri: null }),
    ...(draft.channelId && { channelsIds: [draft.channelId] }),
    tmpId: draft.tmpId,
  }
}

/** The changed date and place of an edited post. */
export const moveOf = ({
  when,
  where,
}: PostDraft): Pick<EditBody, 'dateId' | 'timeId' | 'locationId' | 'equipmentId'> => ({
  ...when,
  ...(where !== undefined && { [where?.kind === 'equipment' ? 'equipmentId' : 'locationId']: where?.id ?? null }),
})

/** The language in which a text to be sent is too long. */
export const languageTooLong = (draft: PostDraft): Language | undefined =>
  languageOverLimit(bodyOf(draft), {
    title: MAX_TITLE_LENGTH,
    description: MAX_TEXT_LENGTH,
    postDescription: MAX_TEXT_LENGTH,
    alt: MAX_ALT_LENGTH,
  })
