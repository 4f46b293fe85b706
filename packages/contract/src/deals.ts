import Type, { type Static } from 'typebox'
import { Point } from './community.ts'
import { dealFacts, dealTexts } from './deal-fields.ts'
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

/** hidden: by the team; waiting: for the team's approval; refused; scheduled: before its first day; shown; ended. */
export const dealStates = ['hidden', 'waiting', 'refused', 'scheduled', 'shown', 'ended'] as const
export type DealState = (typeof dealStates)[number]

/** Statistics of a deal, in which each person counts once. */
const DealStatistics = Type.Object({
  seen: Type.Integer({ description: 'The number of people who have opened the deal.' }),
  interested: Type.Integer({ description: 'The number of people who have answered a post published from it.' }),
  routes: Type.Integer({ description: 'The number of people who have started the route to it.' }),
})
export type DealStatistics = Static<typeof DealStatistics>

/** An offer by a local professional, located in a city and shown to the communities near it. */
export const Deal = Type.Object({
  _id: Id,
  categoryId: Id,
  category: DealCategory,
  ...dealTexts,
  templateId: Type.Union([Id, Type.Null()], { description: 'The template for posts about the deal.' }),
  choices: Type.Array(Type.Object({ _id: Type.String(), name: NullableText, lang: English('name') })),
  lang: Type.Object({ en: Type.Partial(Type.Object(dealTexts)) }),
  ...dealFacts,
  photoUri: NullableText,
  photo: Nullable(Media),
  mapPhotoUri: Type.Union([Type.String(), Type.Null()], { description: 'A static map of the place, as a media uri.' }),
  mapPhoto: Nullable(Media),
  loc: Nullable(Point),
  cityUri: Type.String(),
  customUri: Type.String(),
  dateAdded: Instant,
  startDate: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
    description: 'The first day on which it is shown, in the timezone of its community; null: from its approval on.',
  }),
  endDate: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
    description: 'The last day on which it is shown; null: until somebody ends it.',
  }),
  version: Type.Integer({ description: 'Increases with every change; the higher version is the newer one.' }),
  keeping: Type.Union(
    [
      Type.Object({
        state: OneOf(dealStates),
        nearby: Type.Boolean({ description: 'True when it is also shown to the communities near it.' }),
        refusal: Type.Union([Type.String(), Type.Null()], {
          description: 'The reason given by the administrator who refused it.',
        }),
        author: Author,
        dateUpdated: Type.String({ format: 'date-time', description: 'When its content was last changed.' }),
        figures: DealStatistics,
      }),
      Type.Null(),
    ],
    { description: 'Only for those who manage the deal: `abilities.edit`.' },
  ),
  abilities: abilitiesOf('edit', 'remove', 'publish', 'approve', 'drawMap', 'flag'),
})
export type Deal = Static<typeof Deal>

/** `community` is one that shows the deal and that the viewer may see: their own, otherwise a public one. */
export const DealWithPlace = Type.Interface([Deal], {
  community: Nullable(Type.Object({ name: Type.String(), customUri: Type.String() })),
})
export type DealWithPlace = Static<typeof DealWithPlace>

/** The community must not be private unless it is the caller’s own; the default is the session’s community. */
const CommunityQuery = { communityId: Type.Optional(Id) }

export const listDealCategories = endpoint({
  method: 'GET',
  path: '/gooddeals/categories',
  summary: 'List the categories of good deals',
  access: 'public',
  query: Type.Object(CommunityQuery),
  answer: Type.Array(DealCategory),
  errors: ['error404', 'nosession', 'forbidden'],
})

export const listDeals = endpoint({
  method: 'GET',
  path: '/gooddeals/community',
  summary:
    'List the good deals shown to the community, newest first; `all` gives the newest 5,000 in a single page: with `hasNextPage` the others follow from its `cursor` on, without `all`',
  access: 'public',
  query: Type.Object({
    ...PageQuery,
    ...CommunityQuery,
    filter: Type.Optional(Type.Array(Id, { maxItems: 50, description: 'Category ids.' })),
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
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  body: ReportBody,
  bodyOptional: true,
  answer: Type.Object({ _id: Id }),
  errors: ['error404', 'toomanyrequests'],
})

export const getDeal = endpoint({
  method: 'GET',
  path: '/gooddeals',
  summary: 'Get one good deal by id or by its public address',
  access: 'public',
  query: Type.Object({
    id: Type.Optional(Id),
    cityUri: Type.Optional(Type.String({ maxLength: 100 })),
    adUri: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  answer: DealWithPlace,
  errors: ['error404'],
})

/** The deal to which a query refers: by its id, or by `cityUri` and `adUri` of its URL. Null when neither is given. */
export const dealReferenceOf = ({
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
