import type { AnyAnnouncement } from '#server/kernel/announcement.ts'
import type { BusMessages } from '#server/kernel/bus.ts'

/** One message of the bus, and how its feature wants it told. */
export interface Announced {
  announcement: AnyAnnouncement
  message: BusMessages[keyof BusMessages]
}
