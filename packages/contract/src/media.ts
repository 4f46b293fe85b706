import Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { MAX_RENEWED_PICTURES } from './shells.ts'
import { Id, Media, Nullable, OneOf, mediaSizes } from './entity.ts'

export const MAX_ALT_LENGTH = 300

/** Who may fetch a picture: anybody, communities that share content with its own, or a conversation's participants. */
export const mediaClasses = ['public', 'community', 'conversation'] as const
export type MediaClass = (typeof mediaClasses)[number]

/** Longest side of each stored size, in pixels; a picture is never enlarged. */
export const mediaWidths = { thumb: 160, card: 800, full: 2048 } as const

/** The parameters in the path of a picture. Not a JSON call: returns image/webp. */
export const mediaParams = Type.Object({ id: Id, size: OneOf(mediaSizes) })

const Alt = Type.Optional(Nullable(Type.String({ maxLength: MAX_ALT_LENGTH })))

/** Attribution of a static map, which must be shown wherever the map is shown. */
export const MapCredit = {
  alt: Type.Optional(
    Type.Union([Type.String({ maxLength: MAX_ALT_LENGTH }), Type.Null()], {
      description: 'The attribution of the map, shown over the picture.',
    }),
  ),
}

export const uploadMedia = endpoint({
  method: 'POST',
  path: '/media',
  summary: 'Store a picture, to be used by an entity within 24 hours; until then only its owner can see it',
  access: 'member',
  allowSuspended: false,
  body: Type.Object({ alt: Alt, lang: Type.Optional(Type.Object({ en: Type.Optional(Type.Object({ alt: Alt })) })) }),
  files: true,
  answer: Media,
  errors: ['toomanyrequests'],
})

export const renewPictureUrls = endpoint({
  method: 'GET',
  path: '/media/addresses',
  summary:
    'Get the current addresses of pictures, newly signed in our apps; permission is checked when a picture is fetched',
  access: 'session',
  allowWithoutProfile: true,
  query: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: MAX_RENEWED_PICTURES }) }),
  answer: Type.Array(Type.Object({ _id: Id, uri: Type.String() })),
  errors: [],
})

export const MAX_LINK_LENGTH = 2_000

export const linkMedia = endpoint({
  method: 'POST',
  path: '/media/link',
  summary: 'Store the picture at a public link: the server fetches it, so that viewers need not contact the other site',
  access: 'member',
  allowSuspended: false,
  body: Type.Object({ uri: Type.String({ maxLength: MAX_LINK_LENGTH }) }),
  answer: Media,
  errors: ['error404', 'toomanyrequests'],
})
