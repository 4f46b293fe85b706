// Shapes of values stored on the device, which an older version of the app or somebody else may have written. TypeBox,
// in which the contract describes its bodies, is not part of the browser's bundle.
import type { Point } from '@parvis/contract/community.ts'

export type Check<T> = (value: unknown) => value is T
/** The check of a value, or the checks of an object's fields. */
export type Shape = Check<unknown> | { readonly [field: string]: Shape }
export type FieldShapes = { readonly [field: string]: Shape }

/** The type of the values that have a shape. */
export type Shaped<S> =
  S extends Check<infer T>
    ? T
    : { -readonly [K in keyof S as undefined extends Shaped<S[K]> ? never : K]: Shaped<S[K]> } & {
        -readonly [K in keyof S as undefined extends Shaped<S[K]> ? K : never]?: Shaped<S[K]>
      }

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

export const hasShape = <S extends Shape>(value: unknown, shape: S): value is Shaped<S> =>
  typeof shape === 'function'
    ? shape(value)
    : isObject(value) && Object.entries(shape).every(([field, inner]) => hasShape(value[field], inner as Shape))

export const text = (value: unknown): value is string => typeof value === 'string'
export const bool = (value: unknown): value is boolean => typeof value === 'boolean'
export const oneOf =
  <T extends string | null>(...values: readonly T[]): Check<T> =>
  (value): value is T =>
    values.includes(value as T)
export const nullable =
  <S extends Shape>(shape: S): Check<Shaped<S> | null> =>
  (value): value is Shaped<S> | null =>
    value === null || hasShape(value, shape)
export const optional =
  <S extends Shape>(shape: S): Check<Shaped<S> | undefined> =>
  (value): value is Shaped<S> | undefined =>
    value === undefined || hasShape(value, shape)
export const list =
  <S extends Shape>(shape: S): Check<Shaped<S>[]> =>
  (value): value is Shaped<S>[] =>
    Array.isArray(value) && value.every(one => hasShape(one, shape))
export const point = (value: unknown): value is Point =>
  isObject(value) &&
  value.type === 'Point' &&
  Array.isArray(value.coordinates) &&
  value.coordinates.length === 2 &&
  value.coordinates.every(Number.isFinite)

const byName = <N extends string, V>(names: readonly N[], value: V) =>
  Object.fromEntries(names.map(name => [name, value])) as Record<N, V>
/** Shapes of the named text fields. */
export const texts = <N extends string>(...names: readonly N[]): Record<N, Check<string>> => byName(names, text)
/** An empty text for each field of a shape that consists of texts. */
export const emptyTexts = <N extends string>(shape: Record<N, Check<string>>): Record<N, string> =>
  byName(Object.keys(shape) as N[], '')

/** The fields of a stored value that have their shape; null if there are none. */
export const fitting = <S extends FieldShapes>(value: unknown, shape: S): Partial<Shaped<S>> | null => {
  const fields = isObject(value)
    ? Object.entries(shape).filter(([field, inner]) => field in value && hasShape(value[field], inner))
    : []
  return fields.length > 0
    ? (Object.fromEntries(fields.map(([field]) => [field, (value as Record<string, unknown>)[field]])) as Partial<
        Shaped<S>
      >)
    : null
}
