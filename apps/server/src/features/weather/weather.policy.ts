// Everyone in a community sees its weather, guests too, unless the community disabled it or there is no provider.
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Settings } from '#server/kernel/settings.ts'

export const assertWeatherEnabled =
  (settings: Pick<Settings, 'weather'>) =>
  ({ community }: Actor): void => {
    if (!settings.weather || !community.weather) fail('error404')
  }
