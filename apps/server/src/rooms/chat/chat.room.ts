import { CONSENT_AGE } from '@parvis/contract/profile.ts'
import type { Room } from '#server/kernel/room.ts'
import { chatAnnouncements } from './chat.announcements.ts'
import { chatFrames } from './chat.frames.ts'
import { chatRoutes } from './chat.routes.ts'
import { changeGroup } from './group.service.ts'

declare module '#server/kernel/settings.ts' {
  interface Settings {
    /** Years: below it nobody is on public lists, and nobody tells where they are. */
    consentAge: number
  }
}

const readAge = (value: string | undefined): number => {
  const age = Number(value || CONSENT_AGE)
  if (!Number.isInteger(age) || age < 12 || age > 21)
    throw new Error(`CONSENT_AGE must be a number of years from 12 to 21, not "${value}".`)
  return age
}

export const chatRoom: Room = {
  routes: chatRoutes,
  announcements: chatAnnouncements,
  frames: chatFrames,
  onAnswer: changeGroup,
  readSettings: env => ({ consentAge: readAge(env.CONSENT_AGE) }),
}
