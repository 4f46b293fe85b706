import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'realtime-presence-of-blocked',
    breaks: 'Presence is not shared between two members with a block between them',
    file: 'apps/server/src/features/realtime/presence-delivery.ts',
    find: '          actor.hiddenUserIds.includes(userId) ||\n',
    replace: '',
  },
  {
    name: 'realtime-presence-of-minor',
    breaks: 'Only the team sees the presence of a minor',
    file: 'apps/server/src/features/realtime/presence-delivery.ts',
    find: '(minors.has(userId) && !isStaff(actor.role))',
    replace: '(minors.has(userId) && isStaff(actor.role))',
  },
  {
    name: 'realtime-sixth-socket',
    breaks: 'The sixth live connection of a user closes the oldest',
    file: 'apps/server/src/features/realtime/realtime.service.ts',
    find: 'others.length >= SOCKETS_PER_USER - 1',
    replace: 'others.length > SOCKETS_PER_USER - 1',
  },
  {
    name: 'realtime-sixtieth-frame',
    breaks: 'Sixty frames within ten seconds are accepted',
    file: 'apps/server/src/features/realtime/frames.ts',
    find: 'if (++count <= FRAMES_PER_WINDOW) return null',
    replace: 'if (++count < FRAMES_PER_WINDOW) return null',
  },
  {
    name: 'realtime-last-state-lost',
    breaks: 'Throttled live events are merged to the latest state',
    file: 'apps/server/src/features/realtime/throttle.ts',
    find: 'merge(window.queued[index]!, liveEvent)',
    replace: 'merge(liveEvent, window.queued[index]!)',
  },
]
