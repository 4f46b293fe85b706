import Type, { type Static } from 'typebox'
import { Point } from './community.ts'
import { endpoint, type Query } from './endpoint.ts'
import { abilitiesOf, English, Id, Instant, Media, Nullable, NullableText, OneOf, PageQuery, pageOf } from './entity.ts'
import { hues } from './feed.ts'

export const DealCategory = Type.Object({
  _id: Id,
  name: NullableText,
  lang: English('name'),
  picto: Type.String(),
  bgColor: OneOf(hues),
})
export type DealCategory = Static<typeof DealCategory>

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
  loc: Nullable(Point),
  cityUri: Type.String(),
  customUri: Type.String(),
  dateAdded: Instant,
  abilities: abilitiesOf('edit', 'remove', 'publish'),
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
  summary: 'The good deals shown to the community, newest first; `all` gives every one in a single page',
  access: 'public',
  query: Type.Object({
    ...PageQuery,
    ...DealsPlace,
    filter: Type.Optional(Type.Array(Id, { maxItems: 50, description: 'category ids' })),
    all: Type.Optional(Type.Boolean()),
  }),
  answer: pageOf(Deal, Type.Object({})),
  errors: ['error404', 'nosession', 'forbidden'],
})
export type DealsPage = Static<(typeof listDeals)['answer']>

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
