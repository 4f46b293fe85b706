import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Instant, OneOf } from './entity.ts'
import { languages } from './language.ts'

const GlobalInfo = Type.Object({
  serverDateTime: Instant,
  serverVersion: Type.String(),
  clientVersion: Type.String({ description: 'the newest one, which this server hands out' }),
  needupdate: Type.Boolean({ description: 'a newer client than the caller’s is here' }),
  forceupdate: Type.Boolean({ description: 'every other call refuses the caller’s client as `obsolete`' }),
  lang: OneOf(languages),
})
export type GlobalInfo = Static<typeof GlobalInfo>

export const getInstallation = endpoint({
  method: 'GET',
  path: '/globalinformations/installation',
  summary: 'What pages need to know of the installation',
  access: 'public',
  answer: Type.Object({
    publicUrl: Type.Union([Type.String(), Type.Null()], { description: 'what members type, where it is set' }),
    tilesStyleUrl: Type.Union([Type.String(), Type.Null()], {
      description: 'the style that maps are drawn with, where there is one',
    }),
    contactEmail: Type.Union([Type.String(), Type.Null()], { description: 'whom anybody may write to about it' }),
    weather: Type.Boolean({ description: 'communities may show their weather: a provider is asked for it' }),
  }),
  errors: [],
})

/** What a client keeps of a community's pictures. 3 is free. */
export const cachedImageTypes = {
  logoAndPlan: 1,
  templatePictograms: 2,
  templatePhotos: 4,
  dealCategories: 5,
  dealThumbs: 6,
  staticMaps: 7,
} as const

const CachedImage = Type.Object({
  type: Type.Enum(Object.values(cachedImageTypes)),
  uri: Type.String({ description: 'as it is fetched, with its size' }),
})
export type CachedImage = Static<typeof CachedImage>

export const listCachedImages = endpoint({
  method: 'GET',
  path: '/globalinformations/cachedImages',
  summary: 'Pictures that the screens of the community show again and again',
  access: 'session',
  query: Type.Object({
    types: Type.Optional(
      Type.Array(Type.Integer(), { maxItems: 10, description: 'those wanted; all where it is absent' }),
    ),
  }),
  answer: Type.Array(CachedImage),
  errors: [],
})

const body = Type.Object({
  version: Type.String({ maxLength: 40 }),
  appname: Type.Optional(Type.String({ maxLength: 100 })),
  isDev: Type.Optional(Type.Boolean()),
})

export const checkVersion = endpoint({
  method: 'POST',
  path: '/globalinformations/check/version',
  summary: 'Whether a client is still up to date; one that is too old is answered as well',
  access: 'public',
  anyVersion: true,
  body,
  answer: GlobalInfo,
  errors: [],
})

export const checkVersionSignedIn = endpoint({
  ...checkVersion,
  path: '/globalinformations/check/version/authenticated',
  summary: 'The same, of who is signed in',
  access: 'session',
  whenSuspended: true,
  beforeProfile: true,
  beforeFactor: true,
})
