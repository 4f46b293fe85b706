/** An edited field: its value when the edit began, and the value entered. */
interface Touched<V> {
  before: V
  now: V
  /** The server has accepted the value: once the new saved value arrives here, that one is shown. */
  saved?: true
}

export type Written<D> = { [F in keyof D]?: Touched<D[F]> }

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

type Entry<D> = [keyof D & string, Touched<D[keyof D]>]
const touchedIn = <D extends object>(written: Written<D>) => Object.entries(written) as Entry<D>[]
const asWritten = <D extends object>(entries: readonly (readonly [string, unknown])[]) =>
  Object.fromEntries(entries) as Written<D>

export const laidOver = <D extends object>(stands: D, written: Written<D>): D => ({
  ...stands,
  ...Object.fromEntries(
    touchedIn(written)
      .filter(([field, { before, saved }]) => !saved || isSame(before, stands[field]))
      .map(([field, { now }]) => [field, now]),
  ),
})

/** A field that is set back to its saved value is no longer edited. */
export const writtenWith = <D extends object>(written: Written<D>, stands: D, patch: Partial<D>): Written<D> => {
  const next = Object.entries(patch).map(([name, now]) => {
    const field = name as keyof D & string
    const last = written[field]
    return [field, { before: !last ? stands[field] : last.saved ? last.now : last.before, now }] as const
  })
  const all = asWritten<D>([...touchedIn(written), ...next])
  return asWritten<D>(touchedIn(all).filter(([field, { now, saved }]) => saved || !isSame(now, stands[field])))
}

export const unsaved = <D extends object>(written: Written<D>, stands: D): Written<D> | null => {
  const open = touchedIn(written).filter(([field, { now, saved }]) => !saved && !isSame(now, stands[field]))
  return open.length > 0 ? asWritten<D>(open) : null
}

export const asSaved = <D extends object>(written: Written<D>): Written<D> =>
  asWritten<D>(touchedIn(written).map(([field, touched]) => [field, { ...touched, saved: true }]))

/** Edited fields that were meanwhile changed elsewhere: the user is warned before saving. */
export const clashesOf = <D extends object>(written: Written<D>, stands: D): (keyof D & string)[] =>
  touchedIn<D>(unsaved(written, stands) ?? {}).flatMap(([field, { before }]) =>
    isSame(before, stands[field]) ? [] : [field],
  )

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

/** Reads edits stored on the device; drops unknown fields and invalid values. */
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
