// Whoever is in a community may know its weather, guests too; one that has switched it off has none.
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'

export const mustHaveWeather = ({ community }: Actor): void => {
  if (!community.weather) fail('error404')
}
