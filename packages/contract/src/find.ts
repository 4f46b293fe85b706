import { isReadableName } from './profile.ts'
import Type, { type Static } from 'typebox'
import { communityTypes, MAX_NAME_SEARCH_LENGTH, Point } from './community.ts'
import { endpoint, type Body } from './endpoint.ts'
import { English, Id, Nullable, NullableText, OneOf, PageQuery, pageOf, OptionalText } from './entity.ts'
import type { ValidationError } from './errors.ts'
import { MAX_EMAIL_LENGTH } from './entry.ts'
import { validateEmail } from './entry-rules.ts'
import { MAX_COMMUNITY_NAME_LENGTH } from './limits.ts'

export const MAX_NEAR_COMMUNITIES = 100

/** The position of the caller: both coordinates or neither. */
const GeoPosition = {
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
}
const PlaceSearch = {
  ...PageQuery,
  longitude: Type.Optional(GeoPosition.longitude),
  latitude: Type.Optional(GeoPosition.latitude),
  name: Type.Optional(Type.String({ maxLength: MAX_NAME_SEARCH_LENGTH })),
}

/** A community in lists and on maps, which never include private communities. */
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

/** A town. Outside France `department` contains the country. */
export const City = Type.Object({
  _id: Id,
  name: Type.String(),
  department: Type.String(),
  lang: English('department'),
  photoUri: NullableText,
  longitude: Type.Number(),
  latitude: Type.Number(),
  approximate: Type.Boolean({
    description: 'True when its own coordinates are unknown: these are those of its surroundings.',
  }),
  communitiesCount: Type.Integer({ description: 'The number of communities, without private ones.' }),
  foundBy: Type.Optional(
    Type.String({ description: 'The postcode, former commune or other name that matched the search.' }),
  ),
})
export type City = Static<typeof City>

export const searchCities = endpoint({
  method: 'GET',
  path: '/cities/search',
  summary:
    'Search towns of which the name, another name or a postcode begins with `name`: those with communities first, among these exact names first; then the nearest, or by name without a position',
  access: 'public',
  query: Type.Object(PlaceSearch),
  answer: pageOf(City, Type.Object({})),
  errors: ['toomanyrequests'],
})

export const getCity = endpoint({
  method: 'GET',
  path: '/cities/:cityId',
  summary: 'Get a town',
  access: 'public',
  params: Type.Object({ cityId: Id }),
  answer: City,
  errors: ['error404'],
})

export const searchCommunities = endpoint({
  method: 'GET',
  path: '/communities/search',
  summary:
    'Search the communities that are not private by words of their name and town, or list all of a town: the nearest first, or by name',
  access: 'public',
  query: Type.Object({ ...PlaceSearch, cityId: Type.Optional(Id) }),
  answer: pageOf(ListedCommunity, Type.Object({})),
  errors: ['error404', 'toomanyrequests'],
})

export const listNearCommunities = endpoint({
  method: 'GET',
  path: '/communities/near',
  summary: `List the communities that are not private, the nearest first, ${MAX_NEAR_COMMUNITIES} at most`,
  access: 'public',
  query: Type.Object(GeoPosition),
  answer: Type.Array(ListedCommunity),
  errors: ['toomanyrequests'],
})

const MAX_TOWN_LENGTH = 100
export const MAX_REQUEST_LENGTH = 2000

export const requestCommunity = endpoint({
  method: 'POST',
  path: '/communities/request',
  summary: 'Request a community: each webmaster gets a mail and can answer by mail',
  access: 'public',
  body: Type.Object({
    name: OptionalText(MAX_COMMUNITY_NAME_LENGTH),
    communitytype: OneOf(communityTypes),
    town: OptionalText(MAX_TOWN_LENGTH),
    email: OptionalText(MAX_EMAIL_LENGTH),
    message: OptionalText(MAX_REQUEST_LENGTH),
  }),
  answer: Type.Object({ _id: Id }),
  errors: ['namemandatory', 'missingemail', 'invalidemail', 'toomanyrequests'],
})
export type CommunityRequest = Body<typeof requestCommunity>

export const validateCommunityRequest = ({
  name,
  email,
}: Pick<CommunityRequest, 'name' | 'email'>): ValidationError | null => {
  if (!isReadableName(name)) return { key: 'namemandatory', field: 'name' }
  return validateEmail(email ?? undefined)
}

/** The app reloads the communities on the map once its centre has moved this far, in kilometres. */
export const NEAR_THRESHOLD_KM = 2

/** Extent of a map in degrees: `wide` for many markers, `close` around a single one. */
export const mapDeltas = {
  wide: { latitude: 0.8763, longitude: 0.8284 },
  close: { latitude: 0.0763, longitude: 0.1284 },
} as const
export const DEFAULT_MAP_CENTER: Point = { type: 'Point', coordinates: [6.1286, 45.8987] }
