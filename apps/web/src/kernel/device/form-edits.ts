interface FieldEdit<V> {
  before: V
  now: V
  /** The server has accepted this value; it is shown until the refetched value arrives. */
  saved?: true
}

export type FormEdits<D> = { [F in keyof D]?: FieldEdit<D[F]> }

export const isDeepEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

type Entry<D> = [keyof D & string, FieldEdit<D[keyof D]>]
const editEntries = <D extends object>(edits: FormEdits<D>) => Object.entries(edits) as Entry<D>[]
const toFormEdits = <D extends object>(entries: readonly (readonly [string, unknown])[]) =>
  Object.fromEntries(entries) as FormEdits<D>

export const applyEdits = <D extends object>(current: D, edits: FormEdits<D>): D => ({
  ...current,
  ...Object.fromEntries(
    editEntries(edits)
      .filter(([field, { before, saved }]) => !saved || isDeepEqual(before, current[field]))
      .map(([field, { now }]) => [field, now]),
  ),
})

/** Applies a change to the edits; a field that is set back to its saved value no longer counts as edited. */
export const withPatch = <D extends object>(edits: FormEdits<D>, current: D, patch: Partial<D>): FormEdits<D> => {
  const next = Object.entries(patch).map(([name, now]) => {
    const field = name as keyof D & string
    const last = edits[field]
    return [field, { before: !last ? current[field] : last.saved ? last.now : last.before, now }] as const
  })
  const all = toFormEdits<D>([...editEntries(edits), ...next])
  return toFormEdits<D>(
    editEntries(all).filter(([field, { now, saved }]) => saved || !isDeepEqual(now, current[field])),
  )
}

export const unsavedEditsOf = <D extends object>(edits: FormEdits<D>, current: D): FormEdits<D> | null => {
  const open = editEntries(edits).filter(([field, { now, saved }]) => !saved && !isDeepEqual(now, current[field]))
  return open.length > 0 ? toFormEdits<D>(open) : null
}

export const markEditsSaved = <D extends object>(edits: FormEdits<D>): FormEdits<D> =>
  toFormEdits<D>(editEntries(edits).map(([field, touched]) => [field, { ...touched, saved: true }]))

/** The edited fields whose saved value has changed since they were edited; the form warns the user before saving. */
export const conflictingFieldsOf = <D extends object>(edits: FormEdits<D>, current: D): (keyof D & string)[] =>
  editEntries<D>(unsavedEditsOf(edits, current) ?? {}).flatMap(([field, { before }]) =>
    isDeepEqual(before, current[field]) ? [] : [field],
  )

export const resolveWithMine = <D extends object>(edits: FormEdits<D>, current: D, field: keyof D): FormEdits<D> =>
  toFormEdits<D>(
    editEntries(edits).map(([name, touched]) => [
      name,
      name === field ? { ...touched, before: current[name] } : touched,
    ]),
  )

export const resolveWithTheirs = <D extends object>(edits: FormEdits<D>, field: keyof D): FormEdits<D> =>
  toFormEdits<D>(editEntries(edits).filter(([name]) => name !== field))

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Parses edits that were stored on the device, and drops unknown fields and invalid values. */
export const parseEdits = <D extends object>(
  stored: unknown,
  current: D,
  isValidValue: (value: unknown, field: keyof D & string) => boolean,
): FormEdits<D> =>
  isObject(stored)
    ? toFormEdits<D>(
        (Object.keys(current) as (keyof D & string)[]).flatMap(field => {
          const touched = stored[field]
          return isObject(touched) && isValidValue(touched.before, field) && isValidValue(touched.now, field)
            ? [[field, { before: touched.before, now: touched.now }] as const]
            : []
        }),
      )
    : {}
