import type { AnyLiveEventDefinition } from '#server/kernel/live-event.ts'
import type { BusMessages } from '#server/kernel/bus.ts'

export interface QueuedLiveEvent {
  definition: AnyLiveEventDefinition
  message: BusMessages[keyof BusMessages]
}
