import type { Language } from '@parvis/contract/language.ts'
import { type FieldShapes, hasShape, isObject } from './shape.ts'

interface FieldEdit {
  /** The saved value that was edited. */
  before?: unknown
  now?: unknown
  /** The server has accepted this value; it is shown until the refetched value arrives. */
  saved?: true
}

/** The edited fields of a form by name; the texts of a language are fields of their own, such as `fr.title`. */
export type FormEdits = Record<string, FieldEdit>

/** Names of the fields of a form. */
export type FieldOf<D> = {
  [K in keyof D & string]: K extends Language ? `${K}.${keyof D[K] & string}` : K
}[keyof D & string]

export const isDeepEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The values of a form, or their shapes, by the names of their fields. */
const fieldsOf = <V>(values: object): Record<string, V> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      (name === 'fr' || name === 'en') && isObject(value)
        ? Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one])
        : [[name, value]],
    ),
  ) as Record<string, V>

export const fieldValue = <D extends object>(values: D, field: FieldOf<D>): unknown => fieldsOf(values)[field]

const withField = (values: object, field: string, value: unknown): object => {
  const [language = '', name] = field.split('.')
  const texts = (values as Record<string, unknown>)[language]
  return name && isObject(texts)
    ? { ...values, [language]: { ...texts, [name]: value } }
    : { ...values, [field]: value }
}

const filterEdits = (edits: FormEdits, isKept: (edit: FieldEdit, field: string) => boolean): FormEdits =>
  Object.fromEntries(Object.entries(edits).filter(([field, edit]) => isKept(edit, field)))

export const applyEdits = <D extends object>(current: D, edits: FormEdits): D => {
  const fields = fieldsOf(current)
  const shown = filterEdits(edits, ({ before, saved }, field) => !saved || isDeepEqual(before, fields[field]))
  return Object.entries(shown).reduce<object>((values, [field, { now }]) => withField(values, field, now), current) as D
}

/** Applies a change to the edits; a field that is set back to its saved value no longer counts as edited. */
export const withPatch = <D extends object>(edits: FormEdits, current: D, patch: Partial<D>): FormEdits => {
  const fields = fieldsOf(current)
  const next = Object.entries(fieldsOf(patch)).map(([field, now]) => {
    const last = edits[field]
    return [field, { before: !last ? fields[field] : last.saved ? last.now : last.before, now }] as const
  })
  return filterEdits(
    { ...edits, ...Object.fromEntries(next) },
    ({ now, saved }, field) => saved || !isDeepEqual(now, fields[field]),
  )
}

/** The edits to save or to store; null if there are none. The idempotency key alone is no edit. */
export const unsavedEditsOf = (edits: FormEdits, current: object): FormEdits | null => {
  const fields = fieldsOf(current)
  const open = filterEdits(edits, ({ now, saved }, field) => !saved && !isDeepEqual(now, fields[field]))
  return Object.keys(open).some(field => field !== 'tmpId') ? open : null
}

export const markEditsSaved = (edits: FormEdits): FormEdits =>
  Object.fromEntries(Object.entries(edits).map(([field, edit]) => [field, { ...edit, saved: true }]))

/** The edited fields whose saved value has changed since they were edited; the form warns the user before saving. */
export const conflictingFieldsOf = <D extends object>(edits: FormEdits, current: D): FieldOf<D>[] => {
  const fields = fieldsOf(current)
  const open = unsavedEditsOf(edits, current) ?? {}
  return Object.keys(open).filter(field => !isDeepEqual(open[field]!.before, fields[field])) as FieldOf<D>[]
}

export const resolveWithMine = <D extends object>(edits: FormEdits, current: D, field: FieldOf<D>): FormEdits => ({
  ...edits,
  [field]: { ...edits[field], before: fieldsOf(current)[field] },
})

export const resolveWithTheirs = (edits: FormEdits, field: string): FormEdits =>
  filterEdits(edits, (_, name) => name !== field)

/** Whether somebody else has saved a value since `previous` that differs from the one in the form. */
export const hasForeignChanges = (edits: FormEdits, previous: object, current: object): boolean => {
  const [before, own] = [fieldsOf(previous), fieldsOf(applyEdits(previous, edits))]
  return Object.entries(fieldsOf(current)).some(
    ([field, value]) => !isDeepEqual(value, before[field]) && !isDeepEqual(value, own[field]),
  )
}

/**
 * Parses a stored draft, and drops unknown fields and values without the shape of their field. The draft holds edits,
 * or the values of a whole form; in the latter, older versions stored the edited values as `base`.
 */
export const parseEdits = (stored: unknown, current: object, shape: FieldShapes): FormEdits => {
  if (!isObject(stored)) return {}
  const values = fieldsOf(stored)
  const bases = { ...fieldsOf(current), ...(isObject(stored.base) && fieldsOf(stored.base)) }
  const edits = Object.entries(fieldsOf<FieldShapes[string]>(shape)).flatMap(([field, inner]) => {
    const value = values[field]
    const isEdit = isObject(value) && 'now' in value && hasShape(value.before, inner)
    const edit = isEdit ? { before: value.before, now: value.now } : { before: bases[field], now: value }
    return field in values && hasShape(edit.now, inner) && !isDeepEqual(edit.before, edit.now) ? [[field, edit]] : []
  })
  return Object.fromEntries(edits) as FormEdits
}

const changedFields = <T extends object>(body: T, saved: object): Partial<T> =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !isDeepEqual(value, (saved as Record<string, unknown>)[name])),
  ) as Partial<T>

/** The part of a request body that differs from the saved values, so that changes by others are not overwritten. */
export const changedBody = <B extends { lang?: { en?: object } }>({ lang, ...body }: B, saved: B): Partial<B> => {
  const english = changedFields(lang?.en ?? {}, saved.lang?.en ?? {})
  return {
    ...changedFields(body, saved),
    ...(Object.keys(english).length > 0 && { lang: { en: english } }),
  } as Partial<B>
}
