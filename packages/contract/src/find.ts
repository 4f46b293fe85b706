import { isNamed } from './profile.ts'
import Type, { type Static } from 'typebox'
import { communityTypes, MAX_NAME_SEARCH_LENGTH, Point } from './community.ts'
import { endpoint, type Body } from './endpoint.ts'
import { English, Id, Nullable, NullableText, OneOf, PageQuery, pageOf } from './entity.ts'
import type { RuleBreak } from './errors.ts'
import { MAX_EMAIL_LENGTH } from './session.ts'
import { checkEmail } from './session-rules.ts'
import { MAX_COMMUNITY_NAME_LENGTH } from './limits.ts'

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
  foundBy: Type.Optional(
    Type.String({ description: 'the postcode, former commune or other name that a search found it by' }),
  ),
})
export type City = Static<typeof City>

export const searchCities = endpoint({
  method: 'GET',
  path: '/cities/search',
  summary:
    'Towns of which the name, another name or a postcode begins with `name`: those with communities first, of these those of that name; then the nearest, or by name where nobody says where they are',
  access: 'public',
  query: Type.Object(PlaceSearch),
  answer: pageOf(City, Type.Object({})),
  errors: ['toomanyrequests'],
})

export const getCity = endpoint({
  method: 'GET',
  path: '/cities/:cityId',
  summary: 'A town',
  access: 'public',
  params: Type.Object({ cityId: Id }),
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
  errors: ['error404', 'toomanyrequests'],
})

export const listNearCommunities = endpoint({
  method: 'GET',
  path: '/communities/near',
  summary: `Communities that are not private, the nearest first, ${MOST_NEAR} at most`,
  access: 'public',
  query: Type.Object(Whereabouts),
  answer: Type.Array(ListedCommunity),
  errors: ['toomanyrequests'],
})

const MAX_TOWN_LENGTH = 100
export const MAX_REQUEST_LENGTH = 2000

const Line = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })))

export const requestCommunity = endpoint({
  method: 'POST',
  path: '/communities/request',
  summary: 'Ask the webmasters for a community: they get a mail each, and answer by mail',
  access: 'public',
  body: Type.Object({
    name: Line(MAX_COMMUNITY_NAME_LENGTH),
    communitytype: OneOf(communityTypes),
    town: Line(MAX_TOWN_LENGTH),
    email: Line(MAX_EMAIL_LENGTH),
    message: Line(MAX_REQUEST_LENGTH),
  }),
  answer: Type.Object({ _id: Id }),
  errors: ['namemandatory', 'missingemail', 'invalidemail', 'toomanyrequests'],
})
export type CommunityRequest = Body<typeof requestCommunity>

/** What the form and the server both ask of it, in the order in which errors are told. */
export const checkCommunityRequest = ({ name, email }: Pick<CommunityRequest, 'name' | 'email'>): RuleBreak | null => {
  if (!isNamed(name)) return { key: 'namemandatory', field: 'name' }
  return checkEmail(email ?? undefined)
}

/**
 * Communities are asked for anew once the middle of the map is so far from where they were asked for, in kilometres.
 */
export const NEAR_THRESHOLD_KM = 2

/** What a map shows, in degrees: `wide` where many places are looked for, `close` around one. */
export const mapDeltas = {
  wide: { latitude: 0.8763, longitude: 0.8284 },
  close: { latitude: 0.0763, longitude: 0.1284 },
} as const
/** Where a map begins that knows no better. */
export const DEFAULT_MAP_CENTER: Point = { type: 'Point', coordinates: [6.1286, 45.8987] }
