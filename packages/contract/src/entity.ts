import Type, { type Static, type TEnum, type TObject, type TSchema } from 'typebox'
import { roles } from './roles.ts'

/** An opaque id: a UUID that the server makes. */
export const Id = Type.String({ format: 'uuid' })
/** ISO 8601, UTC. */
export const Instant = Type.String({ format: 'date-time' })
/** A calendar day, YYYY-MM-DD. */
export const Day = Type.String({ format: 'date' })
export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
export const NullableText = Nullable(Type.String())
export const OneOf = <const V extends readonly string[]>(values: V): TEnum<[...V]> =>
  Type.Enum<[...V]>([...values] as [...V])

/** English texts of an entity whose French ones stand at its top level; either may be missing. */
export const English = <const K extends string>(...fields: K[]) =>
  Type.Object({
    en: Type.Partial(
      Type.Object(Object.fromEntries(fields.map(field => [field, NullableText])) as Record<K, typeof NullableText>),
    ),
  })

/**
 * A stored picture. `uri` takes a size behind it: /thumb (160 px wide), /card (800) or /full (2048).
 * `thumbhash` is base64: the blurred placeholder shown until the picture is there.
 */
export const Media = Type.Object({
  _id: Id,
  uri: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  thumbhash: Type.String(),
  alt: NullableText,
  lang: English('alt'),
})
export type Media = Static<typeof Media>

export const mediaSizes = ['thumb', 'card', 'full'] as const
export type MediaSize = (typeof mediaSizes)[number]

/** What a list that is read page by page answers. `cursor` is opaque and belongs to its filter and search. */
export const pageOf = <S extends TSchema, X extends TObject>(item: S, more: X) =>
  Type.Interface([more], {
    docs: Type.Array(item),
    page: Type.Integer(),
    hasNextPage: Type.Boolean(),
    nextPage: Nullable(Type.Integer()),
    cursor: NullableText,
  })
export const PageQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
}

/** What travels of a person inside other entities. */
export const Author = Type.Object({
  _id: Id,
  pseudo: Type.String(),
  firstname: NullableText,
  initial: Type.Union([Type.String(), Type.Null()], { description: 'of the last name, which others do not see whole' }),
  building: NullableText,
  role: OneOf(roles),
  photoUri: NullableText,
  gender: Nullable(OneOf(['M', 'F'])),
  company: Type.Optional(NullableText),
  deleted: Type.Optional(
    Type.Literal(true, { description: 'they have left: all else is empty, and they are called "deleted member"' }),
  ),
})
export type Author = Static<typeof Author>

/**
 * What a person is called in front of others: a company by its name, else "Matteo M."; by the pseudo while there is no
 * first name.
 */
export const displayName = ({
  company,
  firstname,
  initial,
  pseudo,
}: Pick<Author, 'company' | 'firstname' | 'initial' | 'pseudo'>): string =>
  company || (firstname ? (initial ? `${firstname} ${initial}.` : firstname) : pseudo)

export const abilitiesOf = <const V extends string>(...verbs: V[]) =>
  Type.Object(
    Object.fromEntries(verbs.map(verb => [verb, Type.Boolean()])) as Record<V, ReturnType<typeof Type.Boolean>>,
  )
