type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

const snakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** Picks the named fields, and no others, from a row: `openingTime` from the column `opening_time` and the suffix. */
export const pickFields = <Field extends string, Suffix extends '' | '_en', Row extends object>(
  row: Row,
  fields: Readonly<Record<Field, unknown>>,
  suffix: Suffix,
) =>
  Object.fromEntries(Object.keys(fields).map(field => [field, row[`${snakeCase(field)}${suffix}` as keyof Row]])) as {
    [F in Field]: `${SnakeCase<F>}${Suffix}` extends infer Column extends keyof Row ? Row[Column] : unknown
  }

/** The columns of the named fields of a body, undefined for those that it lacks; the opposite of `pickFields`. Texts are normalized. */
export const columnsOf = <Field extends string, Suffix extends '' | '_en', Body extends { [F in Field]?: unknown }>(
  body: Body,
  fields: Readonly<Record<Field, unknown>>,
  suffix: Suffix,
  normalize: (text: string, field: string) => string | null | undefined,
) =>
  Object.fromEntries(
    Object.keys(fields).map(field => {
      const value = body[field as Field]
      return [`${snakeCase(field)}${suffix}`, typeof value === 'string' ? normalize(value, field) : value]
    }),
  ) as { [F in Field as `${SnakeCase<F>}${Suffix}`]: Body[F] }
