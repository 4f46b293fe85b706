import type { AnyAnnouncement } from '#server/kernel/announcement.ts'
import type { BusMessages } from '#server/kernel/bus.ts'

export interface Announced {
  announcement: AnyAnnouncement
  message: BusMessages[keyof BusMessages]
}
