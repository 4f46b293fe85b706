// Schemas and parsers for provider responses: implausible values are dropped or rejected.
import Type, { type Static, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { dayAt } from '@parvis/contract/past-event.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'

/** In °C, with limits beyond all records on Earth. */
export const Degrees = Type.Number({ minimum: -100, maximum: 70 })
export const Maybe = <S extends TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]))

/** Returns a function that validates a response and throws if it does not match the schema. */
export const createResponseReader = <S extends TSchema>(schema: S): ((answer: unknown) => Static<S>) => {
  const validator = Compile(schema)
  return answer => {
    if (!validator.Check(answer)) throw new Error('unexpected response from the provider')
    return answer as Static<S>
  }
}

export const numberWithin = (value: unknown, min: number, max: number): number | null =>
  typeof value === 'number' && value >= min && value <= max ? value : null

/** A time in a response: Unix seconds, or a local date with an optional time of day. */
export const Moment = Type.Union([
  Type.Integer({ minimum: 0, maximum: 10_000_000_000 }),
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2})?$', maxLength: 16 }),
])

/** The time in milliseconds since 1970; throws if the time is invalid. */
export const momentToEpochMs = (moment: Static<typeof Moment>, timezone: string): number => {
  if (typeof moment === 'number') return moment * 1000
  const [day, time = '00:00'] = moment.split('T')
  if (Number.isNaN(Date.parse(`${day}T${time}:00Z`))) throw new Error('invalid time in the provider’s response')
  return instantAt(day!, time, timezone)
}

/** Returns `at` if it is on the same local day as `other`, else null. Both are in milliseconds since 1970. */
export const ifOnSameDay = (at: number | null, other: number, timezone: string): number | null =>
  at !== null && dayAt(at, timezone) === dayAt(other, timezone) ? at : null
