import Type, { type Static } from 'typebox'
import { Point } from './community.ts'
import { endpoint, type Query } from './endpoint.ts'
import {
  abilitiesOf,
  Author,
  English,
  Id,
  Instant,
  Media,
  Nullable,
  NullableText,
  OneOf,
  PageQuery,
  pageOf,
} from './entity.ts'
import { hues, ReportBody } from './feed.ts'

export const DealCategory = Type.Object({
  _id: Id,
  name: NullableText,
  lang: English('name'),
  picto: Type.String(),
  bgColor: OneOf(hues),
})
export type DealCategory = Static<typeof DealCategory>

/**
 * Where a deal stands: the team has hidden it; an administrator has yet to say yes, or has said no; its first day has yet to come; shown; over.
 */
export const dealStates = ['hidden', 'waiting', 'refused', 'scheduled', 'shown', 'ended'] as const
export type DealState = (typeof dealStates)[number]

/** People, each counted once. */
const DealFigures = Type.Object({
  seen: Type.Integer({ description: 'have opened the deal' }),
  interested: Type.Integer({ description: 'have answered a post that was published from it' }),
  routes: Type.Integer({ description: 'have started the route to it' }),
})
export type DealFigures = Static<typeof DealFigures>

/** A good deal: an offer by a local professional, at home in a city and shown to the communities near it. */
export const Deal = Type.Object({
  _id: Id,
  categoryId: Id,
  category: DealCategory,
  title: NullableText,
  description: NullableText,
  promotion: NullableText,
  openingTime: NullableText,
  price: NullableText,
  activityDescription: NullableText,
  activityPostDescription: NullableText,
  templateId: Type.Union([Id, Type.Null()], { description: 'the template by which it invites' }),
  choices: Type.Array(Type.Object({ _id: Type.String(), name: NullableText, lang: English('name') })),
  lang: English(
    'title',
    'description',
    'promotion',
    'openingTime',
    'price',
    'activityDescription',
    'activityPostDescription',
  ),
  address: NullableText,
  zipCode: NullableText,
  city: NullableText,
  phone: NullableText,
  webSiteUrl: NullableText,
  fbUrl: NullableText,
  email: NullableText,
  photoUri: NullableText,
  photo: Nullable(Media),
  mapPhotoUri: Type.Union([Type.String(), Type.Null()], { description: 'a static map of the place, as a media uri' }),
  mapPhoto: Nullable(Media),
  loc: Nullable(Point),
  cityUri: Type.String(),
  customUri: Type.String(),
  dateAdded: Instant,
  startDate: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
    description: 'the first day that it is shown, by the clocks of its community; null: from its approval on',
  }),
  endDate: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
    description: 'the last day that it is shown; null: until somebody ends it',
  }),
  version: Type.Integer({ description: 'grows with every change; the newest wins' }),
  keeping: Type.Union(
    [
      Type.Object({
        state: OneOf(dealStates),
        nearby: Type.Boolean({ description: 'shown to the communities near it too' }),
        refusal: Type.Union([Type.String(), Type.Null()], { description: 'why an administrator has said no' }),
        author: Author,
        dateUpdated: Type.String({ format: 'date-time', description: 'what it says was last changed then' }),
        figures: DealFigures,
      }),
      Type.Null(),
    ],
    { description: 'for who keeps the deal alone: `abilities.edit`' },
  ),
  abilities: abilitiesOf('edit', 'remove', 'publish', 'approve', 'drawMap', 'flag'),
})
export type Deal = Static<typeof Deal>

/** `community` is one that shows the deal and that the reader may know of: their own, else an open one. */
export const DealWithPlace = Type.Interface([Deal], {
  community: Nullable(Type.Object({ name: Type.String(), customUri: Type.String() })),
})
export type DealWithPlace = Static<typeof DealWithPlace>

/** A community that is not private, or their own, by whoever asks; the session's without it. */
const DealsPlace = { communityId: Type.Optional(Id) }

export const listDealCategories = endpoint({
  method: 'GET',
  path: '/gooddeals/categories',
  summary: 'The categories of good deals',
  access: 'public',
  query: Type.Object(DealsPlace),
  answer: Type.Array(DealCategory),
  errors: ['error404', 'nosession', 'forbidden'],
})

export const listDeals = endpoint({
  method: 'GET',
  path: '/gooddeals/community',
  summary:
    'The good deals shown to the community, newest first; `all` gives the newest 5,000 in a single page: with `hasNextPage` the others follow from its `cursor` on, without `all`',
  access: 'public',
  query: Type.Object({
    ...PageQuery,
    ...DealsPlace,
    filter: Type.Optional(Type.Array(Id, { maxItems: 50, description: 'category ids' })),
    all: Type.Optional(Type.Boolean()),
  }),
  answer: pageOf(Deal, Type.Object({})),
  errors: ['error404', 'nosession', 'forbidden', 'toomanyrequests'],
})
export type DealsPage = Static<(typeof listDeals)['answer']>

export const flagDeal = endpoint({
  method: 'PUT',
  path: '/gooddeals/flag/:id',
  summary: 'Report a good deal to the team; once a day for each deal',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  body: ReportBody,
  bodyOptional: true,
  answer: Type.Object({ _id: Id }),
  errors: ['error404', 'toomanyrequests'],
})

export const getDeal = endpoint({
  method: 'GET',
  path: '/gooddeals',
  summary: 'One good deal, by id or by its public address',
  access: 'public',
  query: Type.Object({
    id: Type.Optional(Id),
    cityUri: Type.Optional(Type.String({ maxLength: 100 })),
    adUri: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  answer: DealWithPlace,
  errors: ['error404'],
})

/** What names one deal: its id, or its public address. Null when neither is there. */
export const dealNameOf = ({
  id,
  cityUri,
  adUri,
}: Query<typeof getDeal>): { id: string } | { cityUri: string; adUri: string } | null =>
  id ? { id } : cityUri && adUri ? { cityUri, adUri } : null

declare module './realtime.ts' {
  interface ServerMessages {
    'ad.created': Deal
    'ad.updated': Deal
    'ad.deleted': { _id: string }
  }
}
