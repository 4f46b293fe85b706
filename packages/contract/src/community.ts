import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { English, Id, Media, Nullable, NullableText, OneOf } from './entity.ts'
import { languages } from './language.ts'
import { MapCredit } from './media.ts'

export const communityTypes = ['Neighborhood', 'Residence', 'Building', 'District', 'Camping', 'Organization'] as const
export type CommunityType = (typeof communityTypes)[number]

/**
 * Who sees what is put on a channel: the first three reach their community, the two of an organisation reach
 * every community of it.
 */
export const channelTypes = [
  'TemplateChannel',
  'ShareChannel',
  'NeighborhoodEventChannel',
  'OrganizationTemplateChannel',
  'OrganizationEventChannel',
] as const
export type ChannelType = (typeof channelTypes)[number]

const Coordinates = Type.Tuple([Type.Number(), Type.Number()])

/** A point on the earth as GeoJSON writes it: longitude, then latitude, in degrees. */
export const Point = Type.Object({
  type: Type.Literal('Point'),
  coordinates: Coordinates,
})
export type Point = Static<typeof Point>

/**
 * A static map of what `_id` names, made by staff: a picture under `files`, an uploaded one, or none. One of another
 * place than `loc` is refused.
 */
export const MapBody = Type.Object({
  _id: Id,
  mapPhotoUri: Type.Optional(NullableText),
  loc: Type.Optional(Point),
  ...MapCredit,
})

/** Whether there is such a place: what the wire takes for a point may name none. */
export const isOnEarth = ({ coordinates: [longitude, latitude] }: Point) =>
  Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90

const Slide = Type.Object({
  title: NullableText,
  text: NullableText,
  lang: English('title', 'text'),
  photo: Nullable(Media),
})

/** An audience, as who may speak to it is told of it. */
export const Channel = Type.Object({ _id: Id, channeltype: OneOf(channelTypes) })

/**
 * What anybody may know of a community; of a private one, who is not in it is told its name, kind, logo, key and
 * abilities alone. `qrcodeUri` and `pdfUri` depend on its key and on who reads: they stand in its information.
 */
export const Community = Type.Object({
  _id: Id,
  name: Type.String(),
  customUri: Type.String(),
  communitytype: OneOf(communityTypes),
  isPrivate: Type.Boolean(),
  needRegisterKey: Type.Boolean(),
  needApproval: Type.Boolean({ description: 'the team looks at who is new before they come in' }),
  organizationId: Nullable(Id),
  description: NullableText,
  lang: English('description'),
  defaultLang: OneOf(languages),
  timezone: Type.String(),
  logoUri: NullableText,
  logo: Nullable(Media),
  address: NullableText,
  zipCode: NullableText,
  city: NullableText,
  building: NullableText,
  residence: NullableText,
  district: NullableText,
  phone: NullableText,
  fax: NullableText,
  mail: NullableText,
  webSiteUrl: NullableText,
  mapUri: Type.Union([Type.String(), Type.Null()], { description: 'the plan of the place, as a media uri' }),
  mapSmallUri: Type.Union([Type.String(), Type.Null()], { description: 'the same, small: to be fetched as it stands' }),
  mapPhotoUri: Type.Union([Type.String(), Type.Null()], { description: 'a static map around it, as a media uri' }),
  loc: Nullable(Point),
  coordinates: Type.Union([Coordinates, Type.Null()], { description: 'those of `loc`' }),
  acceptPosts: Type.Boolean(),
  gooddeal: Type.Boolean(),
  weather: Type.Boolean(),
  subscribe: Type.Boolean(),
  membersCount: Nullable(Type.Integer({ description: 'null of a private one, for who is not in it' })),
  slides: Type.Array(Slide),
  channels: Type.Array(Channel, {
    description: 'those that the viewer may put a post on, the usual one first; none for who is not of this community',
  }),
  channelsIds: Type.Array(Id, { description: 'those that its feed is made of; none for who is not of this community' }),
  equipmentsIds: Type.Array(Id, { description: 'what stands for a place, as "at my place" does' }),
  hasOrganizationChannel: Type.Boolean({
    description:
      'its feed also shows what is told to the whole organisation, so that `filter=community` differs from `all`',
  }),
  abilities: Type.Object({
    register: Type.Boolean(),
    enterAsGuest: Type.Boolean(),
    signInWithApple: Type.Boolean({ description: 'the installation offers it' }),
  }),
})
export type Community = Static<typeof Community>

export const getCommunity = endpoint({
  method: 'GET',
  path: '/communities/:idOrUri',
  summary: 'A community by id or customUri',
  access: 'public',
  params: Type.Object({ idOrUri: Type.String({ minLength: 1, maxLength: 100 }) }),
  answer: Community,
  errors: ['error404'],
})

export const getCurrentCommunity = endpoint({
  method: 'GET',
  path: '/communities',
  summary:
    "A community by id or customUri; without one the session's, without a session the installation's default one",
  access: 'public',
  query: Type.Object({ communityUri: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) }),
  answer: Community,
  errors: ['error404'],
})

export const getCurrentNeighborhood = endpoint({
  method: 'GET',
  path: '/neighborhoods/current',
  summary: "The session's community",
  access: 'session',
  answer: Community,
  errors: ['error404'],
})

/** A place of the community, or `equipment`: what stands for a place, as "at my place" does. */
export const Location = Type.Object({
  _id: Id,
  name: NullableText,
  lang: English('name'),
  kind: OneOf(['location', 'equipment']),
})
export type Location = Static<typeof Location>

export const listLocations = endpoint({
  method: 'GET',
  path: '/locations',
  summary: "The named places of the session's community",
  access: 'session',
  answer: Type.Array(Location),
  errors: [],
})

/** Of words that places are looked for by. */
export const MAX_NAME_SEARCH_LENGTH = 100

/** Whether both name the same place, or none. */
export const isSamePoint = (one: Point | null, other: Point | null): boolean =>
  one?.coordinates.join() === other?.coordinates.join()

const EARTH_RADIUS_KM = 6371

/** Great-circle distance between two points, in kilometres. */
export const distanceKm = (from: Point, to: Point): number => {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [fromLon, fromLat] = from.coordinates
  const [toLon, toLat] = to.coordinates
  const half =
    Math.sin(radians(toLat - fromLat) / 2) ** 2 +
    Math.cos(radians(fromLat)) * Math.cos(radians(toLat)) * Math.sin(radians(toLon - fromLon) / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)))
}
