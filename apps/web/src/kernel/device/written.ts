/** One field of a form: what stood there when it was begun, and what is written. */
interface Touched<V> {
  before: V
  now: V
  /** The server has it: once that is told here too, what stands there holds. */
  saved?: true
}

/** What was touched of a form, and nothing else: all the rest follows what is saved elsewhere. */
export type Written<D> = { [F in keyof D]?: Touched<D[F]> }

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

type Entry<D> = [keyof D & string, Touched<D[keyof D]>]
const touchedIn = <D extends object>(written: Written<D>) => Object.entries(written) as Entry<D>[]
const asWritten = <D extends object>(entries: readonly (readonly [string, unknown])[]) =>
  Object.fromEntries(entries) as Written<D>

/** What stands there, and over it what is being written. */
export const laidOver = <D extends object>(stands: D, written: Written<D>): D => ({
  ...stands,
  ...Object.fromEntries(
    touchedIn(written)
      .filter(([field, { before, saved }]) => !saved || isSame(before, stands[field]))
      .map(([field, { now }]) => [field, now]),
  ),
})

/** What is written as it stands there already is not touched any more. */
export const writtenWith = <D extends object>(written: Written<D>, stands: D, patch: Partial<D>): Written<D> => {
  const next = Object.entries(patch).map(([name, now]) => {
    const field = name as keyof D & string
    const last = written[field]
    return [field, { before: !last ? stands[field] : last.saved ? last.now : last.before, now }] as const
  })
  const all = asWritten<D>([...touchedIn(written), ...next])
  return asWritten<D>(touchedIn(all).filter(([field, { now, saved }]) => saved || !isSame(now, stands[field])))
}

/** What is begun and not saved: null for nothing. */
export const unsaved = <D extends object>(written: Written<D>, stands: D): Written<D> | null => {
  const open = touchedIn(written).filter(([field, { now, saved }]) => !saved && !isSame(now, stands[field]))
  return open.length > 0 ? asWritten<D>(open) : null
}

export const asSaved = <D extends object>(written: Written<D>): Written<D> =>
  asWritten<D>(touchedIn(written).map(([field, touched]) => [field, { ...touched, saved: true }]))

/** What is touched here, and was meanwhile changed elsewhere: whoever saves is told first. */
export const clashesOf = <D extends object>(written: Written<D>, stands: D): (keyof D & string)[] =>
  touchedIn<D>(unsaved(written, stands) ?? {}).flatMap(([field, { before }]) =>
    isSame(before, stands[field]) ? [] : [field],
  )

/** What is written here holds over what was saved elsewhere. */
export const keepingMine = <D extends object>(written: Written<D>, stands: D, field: keyof D): Written<D> =>
  asWritten<D>(
    touchedIn(written).map(([name, touched]) => [
      name,
      name === field ? { ...touched, before: stands[name] } : touched,
    ]),
  )

export const takingTheirs = <D extends object>(written: Written<D>, field: keyof D): Written<D> =>
  asWritten<D>(touchedIn(written).filter(([name]) => name !== field))

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * What a device remembers may come from an older version, or from anybody: what is no field of the form, or no value of
 * it, is left out.
 */
export const readWritten = <D extends object>(
  kept: unknown,
  stands: D,
  isValue: (value: unknown, field: keyof D & string) => boolean,
): Written<D> =>
  isObject(kept)
    ? asWritten<D>(
        (Object.keys(stands) as (keyof D & string)[]).flatMap(field => {
          const touched = kept[field]
          return isObject(touched) && isValue(touched.before, field) && isValue(touched.now, field)
            ? [[field, { before: touched.before, now: touched.now }] as const]
            : []
        }),
      )
    : {}
