// Figures as providers tell them: what cannot be right is not told on.
import Type, { type Static, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { dayAt } from '@parvis/contract/past-event.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'

/** Degrees Celsius: no weather on Earth has been outside these. */
export const Degrees = Type.Number({ minimum: -100, maximum: 70 })
/** What a provider may leave out. */
export const Maybe = <S extends TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]))

/** Reads an answer of this shape; throws for one of any other. */
export const readerOf = <S extends TSchema>(schema: S): ((answer: unknown) => Static<S>) => {
  const shape = Compile(schema)
  return answer => {
    if (!shape.Check(answer)) throw new Error('the provider answers what we do not understand')
    return answer as Static<S>
  }
}

/** A figure that is there and within these bounds; else null. */
export const within = (value: unknown, least: number, most: number): number | null =>
  typeof value === 'number' && value >= least && value <= most ? value : null

/** Seconds since 1970, or a day and a time by the clocks of the place. */
export const Moment = Type.Union([
  Type.Integer({ minimum: 0, maximum: 10_000_000_000 }),
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2})?$', maxLength: 16 }),
])

/** In milliseconds since 1970; throws for what is no time. */
export const momentOf = (moment: Static<typeof Moment>, timezone: string): number => {
  if (typeof moment === 'number') return moment * 1000
  const [day, time = '00:00'] = moment.split('T')
  if (Number.isNaN(Date.parse(`${day}T${time}:00Z`))) throw new Error('the provider tells a time that is none')
  return instantAt(day!, time, timezone)
}

/** A time, in milliseconds since 1970, that is of the same day as another by the clocks of the place; else null. */
export const onSameDay = (at: number | null, other: number, timezone: string): number | null =>
  at !== null && dayAt(at, timezone) === dayAt(other, timezone) ? at : null
