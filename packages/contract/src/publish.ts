import { isBlank } from './blank.ts'
import { MAX_ALT_LENGTH } from './media.ts'
import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, NullableText, Nullable } from './entity.ts'
import type { ValidationError } from './errors.ts'
import { FeedPost } from './feed.ts'

export const MAX_TITLE_LENGTH = 120
export const MAX_TEXT_LENGTH = 5_000
/** Maximum length of an idempotency key, which the client chooses: a post or message sent twice is stored once. */
export const MAX_TMP_ID_LENGTH = 64

const Title = Type.Optional(Nullable(Type.String({ maxLength: MAX_TITLE_LENGTH })))
const Text = Type.Optional(Nullable(Type.String({ maxLength: MAX_TEXT_LENGTH })))
const Alt = Type.Optional(Nullable(Type.String({ maxLength: MAX_ALT_LENGTH })))

const PostTexts = { title: Title, description: Text, postDescription: Text }

const PostBody = Type.Object({
  ...PostTexts,
  alt: Alt,
  lang: Type.Optional(Type.Object({ en: Type.Optional(Type.Object({ ...PostTexts, alt: Alt })) })),
  photoUri: Type.Optional(NullableText),
  youtubeVideoId: Type.Optional(NullableText),
  channelsIds: Type.Optional(Type.Array(Id, { maxItems: 10 })),
  tmpId: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_TMP_ID_LENGTH })),
})
export type PostBody = Static<typeof PostBody>

/** A change of a post. The place of a dated post is a location or an equipment: setting one clears the other. */
const EditBody = Type.Interface([PostBody], {
  dateId: Type.Optional(Type.String({ maxLength: 20 })),
  timeId: Type.Optional(Nullable(Type.String({ maxLength: 5 }))),
  locationId: Type.Optional(Nullable(Id)),
  equipmentId: Type.Optional(Nullable(Id)),
})
export type EditBody = Static<typeof EditBody>

export const publishPost = endpoint({
  method: 'POST',
  path: '/events/publish',
  summary: 'Publish a free post; `tmpId` makes the call idempotent for its user',
  access: 'member',
  allowSuspended: false,
  body: PostBody,
  files: true,
  answer: FeedPost,
  errors: ['descriptionmandatory', 'invalidvideolink', 'error404', 'toomanyrequests'],
})

/** Absent fields stay unchanged; null clears a field. */
export const editPost = endpoint({
  method: 'PUT',
  path: '/events/:id',
  summary: "Change one's own post",
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  body: EditBody,
  files: true,
  answer: FeedPost,
  errors: [
    'error404',
    'descriptionmandatory',
    'invalidvideolink',
    'pastdate',
    'pastevent',
    'calledoff',
    'minorlocation',
    'toomanyrequests',
  ],
})

export const VIDEO_ID_PATTERN = /^[\w-]{11}$/

export const validatePost = (
  post: Pick<PostBody, 'description' | 'lang' | 'youtubeVideoId'> & { hasPhoto: boolean },
): ValidationError | null => {
  if (!post.hasPhoto && isBlank(post.description) && isBlank(post.lang?.en?.description))
    return { key: 'descriptionmandatory', field: 'description' }
  if (!isBlank(post.youtubeVideoId) && !VIDEO_ID_PATTERN.test(post.youtubeVideoId!))
    return { key: 'invalidvideolink', field: 'youtubeVideoId' }
  return null
}

/** The forms of a YouTube URL: watch, live, shorts, and youtu.be. */
const videoUrlPattern =
  /^(?:https?:\/\/)?(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[^#\s]*&)?v=|live\/|shorts\/)|youtu\.be\/)([\w-]{11})(?![\w-])/i

/** The id of the video in a YouTube link; null for any other link. */
export const videoIdOf = (link: string): string | null => videoUrlPattern.exec(link.trim())?.[1] ?? null
