import type { ValidationError } from '@parvis/contract/errors.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { languages, type Language } from '@parvis/contract/language.ts'
import { MAX_ALT_LENGTH } from '@parvis/contract/media.ts'
import {
  validatePost,
  MAX_TEXT_LENGTH,
  MAX_TITLE_LENGTH,
  type EditBody,
  type PostBody,
} from '@parvis/contract/publish.ts'
import type { Template } from '@parvis/contract/templates.ts'
import { emptyTexts, fitting, nullable, oneOf, optional, type Shaped, text, texts } from '#web/kernel/device/shape.ts'
import { languageOverLimit } from '#web/kernel/text/language-over-limit.ts'
import { trimToNull } from '#web/kernel/text/trim-to-null.ts'
import { sentVideoId, videoUrl } from './video-link.ts'

const textShape = texts('title', 'description', 'alt', 'after')
/** `alt` is the alternative text of the photo. Drafts older than `after` do not have it, and do not change it. */
const languageShape = { ...textShape, after: optional(text) }

export const postShape = {
  /** Idempotency key, the same for each attempt, so that the server stores only one copy. */
  tmpId: text,
  fr: languageShape,
  en: languageShape,
  /** Link of the video; null until one is added. */
  link: nullable(text),
  /** `stored` means the photo that the saved post already has. */
  photo: oneOf('none', 'stored', 'new'),
  /** Id of the chosen channel; null for the default channel, or for the channel of the edited post. */
  channelId: nullable(text),
  /** `maybe` after an attempt without a response, as the server may have the post; `changed` if edited since. */
  sent: oneOf('no', 'maybe', 'changed'),
  /** New date and time; undefined if unchanged. */
  when: optional({ dateId: text, timeId: nullable(text) }),
  /** New place, null for none; undefined if unchanged. */
  where: optional(nullable({ kind: oneOf('location', 'equipment'), id: text })),
}
export type PostDraft = Shaped<typeof postShape>
export type PostDraftTexts = PostDraft['fr']

export const newDraft = (): PostDraft => ({
  tmpId: crypto.randomUUID(),
  fr: emptyTexts(textShape),
  en: emptyTexts(textShape),
  link: null,
  photo: 'none',
  channelId: null,
  sent: 'no',
})

const textsOf = (
  { title, description, postDescription }: Partial<Record<'title' | 'description' | 'postDescription', string | null>>,
  photo?: { alt?: string | null } | null,
): PostDraftTexts => ({
  title: title ?? '',
  description: description ?? '',
  alt: photo?.alt ?? '',
  after: postDescription ?? '',
})

/** Omits the photo of the template, because the photo of a post belongs to its author. */
export const draftFromTemplate = ({ lang, youtubeVideoId, ...french }: Template): PostDraft => ({
  ...newDraft(),
  fr: textsOf(french),
  en: textsOf(lang.en),
  link: videoUrl(youtubeVideoId),
})

export const draftOf = ({ eventId: { lang, youtubeVideoId, ...french }, photo }: FeedPost): PostDraft => ({
  ...newDraft(),
  fr: textsOf(french, photo),
  en: textsOf(lang.en, photo?.lang.en),
  link: videoUrl(youtubeVideoId),
  photo: photo ? 'stored' : 'none',
})

/** The stored value as a draft, without what has another shape; null without anything that has one. */
export const parseDraft = (value: unknown): PostDraft | null => {
  const stored = fitting(value, postShape)
  return stored && { ...newDraft(), ...stored }
}

/** Returns the content as a string for comparison; of the photo, only whether there is one and whether it is new. */
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

/** Whether two drafts have the same content, so that there is nothing to save. A new photo never equals another. */
export const hasSameContent = (draft: PostDraft, start: PostDraft): boolean =>
  draft.photo !== 'new' && contentOf(draft) === contentOf(start)

/** Returns the languages that have text. */
export const languagesWithText = (draft: PostDraft) =>
  languages.filter(language => {
    const { title, description, after = '' } = draft[language]
    return title.trim() || description.trim() || after.trim()
  })

const hasSameTexts = (a: PostDraftTexts, b: PostDraftTexts) =>
  a.title.trim() === b.title.trim() &&
  a.description.trim() === b.description.trim() &&
  (a.after ?? '').trim() === (b.after ?? '').trim()

/** Returns the language whose texts are unchanged while those of the other were edited; null if there is none. */
export const findUnchangedLanguage = (draft: PostDraft, start: PostDraft): Language | null => {
  const isUnchanged = (one: Language, other: Language) =>
    languagesWithText(start).includes(one) &&
    hasSameTexts(draft[one], start[one]) &&
    !hasSameTexts(draft[other], start[other])
  return isUnchanged('fr', 'en') ? 'fr' : isUnchanged('en', 'fr') ? 'en' : null
}

export const validateDraft = (draft: PostDraft): ValidationError | null =>
  validatePost({ ...bodyOf(draft), hasPhoto: draft.photo !== 'none' })

/** Builds the request body; null clears a field of the post. */
export const bodyOf = (draft: PostDraft): PostBody => {
  const hasPhoto = draft.photo !== 'none'
  const bodyTexts = ({ title, description, alt, after }: PostDraftTexts) => ({
    title: trimToNull(title),
    description: trimToNull(description),
    ...(after !== undefined && { postDescription: trimToNull(after) }),
    ...(hasPhoto && { alt: trimToNull(alt) }),
  })
  return {
    ...bodyTexts(draft.fr),
    lang: { en: bodyTexts(draft.en) },
    youtubeVideoId: sentVideoId(draft.link),
    ...(!hasPhoto && { photoUri: null }),
    ...(draft.channelId && { channelsIds: [draft.channelId] }),
    tmpId: draft.tmpId,
  }
}

/** Returns the changed date and place of an edited post; unchanged ones are left out. */
export const scheduleOf = ({
  when,
  where,
}: PostDraft): Pick<EditBody, 'dateId' | 'timeId' | 'locationId' | 'equipmentId'> => ({
  ...when,
  ...(where !== undefined && { [where?.kind === 'equipment' ? 'equipmentId' : 'locationId']: where?.id ?? null }),
})

/** Returns the language of a text to be sent that is too long; undefined if no text is. */
export const languageTooLong = (draft: PostDraft): Language | undefined =>
  languageOverLimit(bodyOf(draft), {
    title: MAX_TITLE_LENGTH,
    description: MAX_TEXT_LENGTH,
    postDescription: MAX_TEXT_LENGTH,
    alt: MAX_ALT_LENGTH,
  })
