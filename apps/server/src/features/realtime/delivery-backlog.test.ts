import { expect, it, vi } from 'vitest'
import type { AnyLiveEventDefinition } from '#server/kernel/live-event.ts'
import { createBackground } from '#server/kernel/background.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Connection } from './connection.ts'
import { createConnections } from './connections.ts'
import { createDelivery } from './delivery.ts'

it('delivery queues 10,000 live events for a slow database, and makes all clients reconnect beyond that', async () => {
  const screen = { actor: { communityId: 'c', userId: 'u', accountId: 'a', channelIds: [] } } as unknown as Connection
  const all = new Set([screen])
  const onMissed = vi.fn()
  let answer = () => {}
  let read = 0
  const definition = {
    name: 'event.created',
    audience: () => ({ communityId: 'c' }),
    load: async (_: unknown, messages: readonly unknown[]) => {
      await new Promise<void>(done => {
        answer = done
      })
      read += messages.length
    },
    messageFor: () => null,
  } as unknown as AnyLiveEventDefinition
  const deliver = createDelivery({
    platform: { background: createBackground() } as Platform,
    connections: { ...createConnections(), all, ofCommunity: () => all },
    stillAuthorized: () => Promise.resolve(true),
    onMissed,
  })
  const publish = (count: number) => {
    for (let n = 0; n < count; n++) deliver({ definition, message: {} as never })
  }
  // The first live event is being delivered, the others are queued.
  publish(10_001)
  expect(onMissed).not.toHaveBeenCalled()
  publish(5)
  expect(onMissed).toHaveBeenCalledTimes(1)
  expect(onMissed.mock.calls[0]![0]).toBe(all)
  await vi.waitFor(() => {
    answer()
    expect(read).toBe(6)
  })
})
