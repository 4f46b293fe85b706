import { MIN_AGE } from '@parvis/contract/profile.ts'
import type { Room } from '#server/kernel/room.ts'
import { profileRoutes } from './profile.routes.ts'

declare module '#server/kernel/settings.ts' {
  interface Settings {
    /** Years; twelve or more. */
    minAge: number
  }
}

const readAge = (value: string | undefined): number => {
  const age = Number(value || MIN_AGE)
  if (!Number.isInteger(age) || age < MIN_AGE || age > 21)
    throw new Error(`MIN_AGE must be a number of years from ${MIN_AGE} to 21, not "${value}".`)
  return age
}

export const profileRoom: Room = {
  routes: profileRoutes,
  readSettings: env => ({ minAge: readAge(env.MIN_AGE) }),
}
