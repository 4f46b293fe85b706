// Whoever is in a community may know its weather, guests too; one that has switched it off has none, and neither has an
// installation that asks nobody for it.
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Settings } from '#server/kernel/settings.ts'

export const mustHaveWeather =
  (settings: Pick<Settings, 'weather'>) =>
  ({ community }: Actor): void => {
    if (!settings.weather || !community.weather) fail('error404')
  }
