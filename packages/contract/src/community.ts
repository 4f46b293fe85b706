import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { English, Id, Media, Nullable, NullableText, OneOf, PageQuery, pageOf } from './entity.ts'
import { languages } from './language.ts'

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

/** A point on the earth as GeoJSON writes it: longitude, then latitude, in degrees. */
export const Point = Type.Object({
  type: Type.Literal('Point'),
  coordinates: Type.Tuple([Type.Number(), Type.Number()]),
})
export type Point = Static<typeof Point>

const Slide = Type.Object({
  title: NullableText,
  text: NullableText,
  lang: English('title', 'text'),
  photo: Nullable(Media),
})

const Channel = Type.Object({ _id: Id, channeltype: OneOf(channelTypes) })

/** What anybody may know of a community; of a private one, who is not in it is told its name, kind, logo, key and abilities alone. */
export const Community = Type.Object({
  _id: Id,
  name: Type.String(),
  customUri: Type.String(),
  communitytype: OneOf(communityTypes),
  isPrivate: Type.Boolean(),
  needRegisterKey: Type.Boolean(),
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
  loc: Nullable(Point),
  acceptPosts: Type.Boolean(),
  gooddeal: Type.Boolean(),
  weather: Type.Boolean(),
  subscribe: Type.Boolean(),
  membersCount: Nullable(Type.Integer({ description: 'null of a private one, for who is not in it' })),
  slides: Type.Array(Slide),
  channels: Type.Array(Channel, {
    description: 'those that the viewer may put a post on, the usual one first; none for who is not of this community',
  }),
  hasOrganizationChannel: Type.Boolean({
    description:
      'its feed also shows what is told to the whole organisation, so that `filter=community` differs from `all`',
  }),
  abilities: Type.Object({ register: Type.Boolean(), enterAsGuest: Type.Boolean() }),
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
  summary: "The session's community; without a session the installation's default one",
  access: 'public',
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

export const MAX_NAME_SEARCH_LENGTH = 100
/** Communities that `near` answers at most. */
export const MOST_NEAR = 100

/** Where the caller is: both or neither. */
const Whereabouts = {
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
}
const PlaceSearch = {
  ...PageQuery,
  longitude: Type.Optional(Whereabouts.longitude),
  latitude: Type.Optional(Whereabouts.latitude),
  name: Type.Optional(Type.String({ maxLength: MAX_NAME_SEARCH_LENGTH })),
}

/** A community as lists and maps show it; private ones are in none of them. */
export const ListedCommunity = Type.Object({
  _id: Id,
  name: Type.String(),
  customUri: Type.String(),
  communitytype: OneOf(communityTypes),
  logoUri: NullableText,
  city: NullableText,
  loc: Nullable(Point),
  membersCount: Type.Integer(),
  abilities: Type.Object({ register: Type.Boolean(), enterAsGuest: Type.Boolean() }),
})
export type ListedCommunity = Static<typeof ListedCommunity>

/** A town. Abroad its `department` is its country. */
export const City = Type.Object({
  _id: Id,
  name: Type.String(),
  department: Type.String(),
  lang: English('department'),
  photoUri: NullableText,
  longitude: Type.Number(),
  latitude: Type.Number(),
  approximate: Type.Boolean({ description: 'nobody has its coordinates: these are those of its surroundings' }),
  communitiesCount: Type.Integer({ description: 'private ones are not counted' }),
})
export type City = Static<typeof City>

export const searchCities = endpoint({
  method: 'GET',
  path: '/cities/search',
  summary:
    'Towns whose name begins with `name`: those with communities first, then the nearest, or by name where nobody says where they are',
  access: 'public',
  query: Type.Object(PlaceSearch),
  answer: pageOf(City, Type.Object({})),
  errors: [],
})

export const getCity = endpoint({
  method: 'GET',
  path: '/cities/:id',
  summary: 'A town',
  access: 'public',
  params: Type.Object({ id: Id }),
  answer: City,
  errors: ['error404'],
})

export const searchCommunities = endpoint({
  method: 'GET',
  path: '/communities/search',
  summary:
    'Communities that are not private, by words of their name and town, or all of a town: the nearest first, or by name',
  access: 'public',
  query: Type.Object({ ...PlaceSearch, cityId: Type.Optional(Id) }),
  answer: pageOf(ListedCommunity, Type.Object({})),
  errors: [],
})

export const listNearCommunities = endpoint({
  method: 'GET',
  path: '/communities/near',
  summary: `Communities that are not private, the nearest first, ${MOST_NEAR} at most`,
  access: 'public',
  query: Type.Object(Whereabouts),
  answer: Type.Array(ListedCommunity),
  errors: [],
})

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
  }),
  errors: [],
})

/** Communities are asked for anew once the middle of the map is so far from where they were asked for, in kilometres. */
export const NEAR_THRESHOLD_KM = 2

/** What a map shows, in degrees: `wide` where many places are looked for, `close` around one. */
export const mapDeltas = {
  wide: { latitude: 0.8763, longitude: 0.8284 },
  close: { latitude: 0.0763, longitude: 0.1284 },
} as const
/** Where a map begins that knows no better. */
export const DEFAULT_MAP_CENTER: Point = { type: 'Point', coordinates: [6.1286, 45.8987] }

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
