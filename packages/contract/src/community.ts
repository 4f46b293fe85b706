import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { English, Id, Media, Nullable, NullableText, OneOf } from './entity.ts'
import { languages } from './language.ts'
import { MapCredit } from './media.ts'

export const communityTypes = ['Neighborhood', 'Residence', 'Building', 'District', 'Camping', 'Organization'] as const
export type CommunityType = (typeof communityTypes)[number]

/** The audience of a post: the first three types reach the community, those of an organisation all its communities. */
export const channelTypes = [
  'TemplateChannel',
  'ShareChannel',
  'NeighborhoodEventChannel',
  'OrganizationTemplateChannel',
  'OrganizationEventChannel',
] as const
export type ChannelType = (typeof channelTypes)[number]

const Coordinates = Type.Tuple([Type.Number(), Type.Number()])

/** A GeoJSON point: longitude, then latitude, in degrees. */
export const Point = Type.Object({
  type: Type.Literal('Point'),
  coordinates: Coordinates,
})
export type Point = Static<typeof Point>

/** A static map by staff: under `files`, or `mapPhotoUri` (null removes it). `loc` must be the stored position. */
export const MapBody = Type.Object({
  _id: Id,
  mapPhotoUri: Type.Optional(NullableText),
  loc: Type.Optional(Point),
  ...MapCredit,
})

/** Whether the coordinates are in range, which the schema does not check. */
export const isValidPoint = ({ coordinates: [longitude, latitude] }: Point) =>
  Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90

const Slide = Type.Object({
  title: NullableText,
  text: NullableText,
  lang: English('title', 'text'),
  photo: Nullable(Media),
})

export const Channel = Type.Object({ _id: Id, channeltype: OneOf(channelTypes) })

/**
 * The public description of a community. Of a private one, non-members get only name, kind, logo, key requirement and
 * abilities. `qrcodeUri` and `pdfUri` depend on key and viewer: they are in `CommunityInformation`.
 */
export const Community = Type.Object({
  _id: Id,
  name: Type.String(),
  customUri: Type.String(),
  communitytype: OneOf(communityTypes),
  isPrivate: Type.Boolean(),
  needRegisterKey: Type.Boolean(),
  needApproval: Type.Boolean({ description: 'True when newcomers await approval by the team.' }),
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
  mapUri: Type.Union([Type.String(), Type.Null()], { description: 'The plan of the place, as a media uri.' }),
  mapSmallUri: Type.Union([Type.String(), Type.Null()], {
    description: 'A small version of the plan, to be fetched as it is.',
  }),
  mapPhotoUri: Type.Union([Type.String(), Type.Null()], {
    description: 'A static map of the surroundings, as a media uri.',
  }),
  loc: Nullable(Point),
  coordinates: Type.Union([Coordinates, Type.Null()], { description: 'The coordinates of `loc`.' }),
  acceptPosts: Type.Boolean(),
  gooddeal: Type.Boolean(),
  weather: Type.Boolean(),
  subscribe: Type.Boolean(),
  membersCount: Nullable(Type.Integer({ description: 'Null for non-members of a private community.' })),
  slides: Type.Array(Slide),
  channels: Type.Array(Channel, {
    description: 'The channels on which the viewer may post, the usual one first; empty for viewers from elsewhere.',
  }),
  channelsIds: Type.Array(Id, {
    description: 'The channels of which its feed is made; empty for viewers from elsewhere.',
  }),
  equipmentsIds: Type.Array(Id, { description: 'Entries that stand for a place, such as "at my place".' }),
  hasOrganizationChannel: Type.Boolean({
    description:
      'True when its feed also shows posts to the whole organisation, so that `filter=community` differs from `all`.',
  }),
  abilities: Type.Object({
    register: Type.Boolean(),
    enterAsGuest: Type.Boolean(),
    signInWithApple: Type.Boolean({ description: 'True when the installation offers it.' }),
  }),
})
export type Community = Static<typeof Community>

export const getCommunity = endpoint({
  method: 'GET',
  path: '/communities/:idOrUri',
  summary: 'Get a community by id or customUri',
  access: 'public',
  params: Type.Object({ idOrUri: Type.String({ minLength: 1, maxLength: 100 }) }),
  answer: Community,
  errors: ['error404'],
})

export const getCurrentCommunity = endpoint({
  method: 'GET',
  path: '/communities',
  summary:
    "Get a community by id or customUri; without one the session's, without a session the installation's default one",
  access: 'public',
  query: Type.Object({ communityUri: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) }),
  answer: Community,
  errors: ['error404'],
})

export const getCurrentNeighborhood = endpoint({
  method: 'GET',
  path: '/neighborhoods/current',
  summary: "Get the session's community",
  access: 'session',
  answer: Community,
  errors: ['error404'],
})

/** A place of the community. `equipment` means a place without a name, such as "at my place". */
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
  summary: "List the named places of the session's community",
  access: 'session',
  answer: Type.Array(Location),
  errors: [],
})

export const MAX_NAME_SEARCH_LENGTH = 100

export const isSamePoint = (point: Point | null, otherPoint: Point | null): boolean =>
  point?.coordinates.join() === otherPoint?.coordinates.join()

const EARTH_RADIUS_KM = 6371

/** Great-circle distance between two points, in kilometres (haversine formula). */
export const distanceKm = (from: Point, to: Point): number => {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [fromLon, fromLat] = from.coordinates
  const [toLon, toLat] = to.coordinates
  const haversine =
    Math.sin(radians(toLat - fromLat) / 2) ** 2 +
    Math.cos(radians(fromLat)) * Math.cos(radians(toLat)) * Math.sin(radians(toLon - fromLon) / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine)))
}
