import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'realtime-presence-of-blocked',
    breaks: 'The presence of somebody is not told to who has blocked them or is blocked by them',
    file: 'apps/server/src/features/realtime/presence-delivery.ts',
    find: '          actor.hiddenUserIds.includes(userId) ||\n',
    replace: '',
  },
  {
    name: 'realtime-presence-of-minor',
    breaks: 'That a minor is there is told to the team alone',
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
    breaks: 'Sixty frames within ten seconds are heard',
    file: 'apps/server/src/features/realtime/frames.ts',
    find: 'if (++count <= FRAMES_PER_WINDOW) return null',
    replace: 'if (++count < FRAMES_PER_WINDOW) return null',
  },
  {
    name: 'realtime-last-state-lost',
    breaks: 'Of changes that are told together the last state is the one that is told',
    file: 'apps/server/src/features/realtime/throttle.ts',
    find: 'merge(window.queued[index]!, liveEvent)',
    replace: 'merge(liveEvent, window.queued[index]!)',
  },
]
