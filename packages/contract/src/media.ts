import Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { MOST_RENEWED } from './shells.ts'
import { Id, Media, Nullable, OneOf, mediaSizes } from './entity.ts'

export const MAX_ALT_LENGTH = 300

/** Who may fetch a picture: anybody, the communities that its own shares with, or the people of one conversation. */
export const mediaClasses = ['public', 'community', 'conversation'] as const
export type MediaClass = (typeof mediaClasses)[number]

/** Longest side of each stored size, in pixels; a picture is never enlarged. */
export const mediaWidths = { thumb: 160, card: 800, full: 2048 } as const

/** Not a JSON call: answers image/webp. */
export const mediaParams = Type.Object({ id: Id, size: OneOf(mediaSizes) })

const Alt = Type.Optional(Nullable(Type.String({ maxLength: MAX_ALT_LENGTH })))

/** Comes with a static map: its tiles ask to be credited wherever they are shown. */
export const MapCredit = {
  alt: Type.Optional(
    Type.Union([Type.String({ maxLength: MAX_ALT_LENGTH }), Type.Null()], {
      description: 'who made the map: told over the picture',
    }),
  ),
}

export const uploadMedia = endpoint({
  method: 'POST',
  path: '/media',
  summary: 'Store one picture, to be named by an entity within 24 hours: only its owner sees it before',
  access: 'member',
  whenSuspended: false,
  body: Type.Object({ alt: Alt, lang: Type.Optional(Type.Object({ en: Type.Optional(Type.Object({ alt: Alt })) })) }),
  files: true,
  answer: Media,
  errors: ['toomanyrequests'],
})

export const renewPictures = endpoint({
  method: 'GET',
  path: '/media/addresses',
  summary:
    'The addresses of pictures, in our apps signed anew: whoever may not see one is told that when they fetch it',
  access: 'session',
  beforeProfile: true,
  query: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: MOST_RENEWED }) }),
  answer: Type.Array(Type.Object({ _id: Id, uri: Type.String() })),
  errors: [],
})

/** Of a link, in characters. */
export const MAX_LINK_LENGTH = 2_000

export const linkMedia = endpoint({
  method: 'POST',
  path: '/media/link',
  summary: 'Store the picture that a public link leads to: the server fetches it, so that nobody who sees it has to',
  access: 'member',
  whenSuspended: false,
  body: Type.Object({ uri: Type.String({ maxLength: MAX_LINK_LENGTH }) }),
  answer: Media,
  errors: ['error404', 'toomanyrequests'],
})
