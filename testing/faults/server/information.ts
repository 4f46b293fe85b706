import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'information-key-to-neighbours',
    breaks: 'Only the team gets the link that contains the register key',
    file: 'apps/server/src/features/information/information.routes.ts',
    find: '  if (!isStaff(role)) {',
    replace: "  if (!isStaff(role) && role !== 'neighbor') {",
  },
  {
    name: 'information-rights-kept-stale',
    breaks: 'Settings of a community apply to its members before the call returns',
    file: 'apps/server/src/features/information/information.service.ts',
    find: "      bus.publish('actor.changed', { communityIds: [communityId] })\n",
    replace: '',
  },
  {
    name: 'information-any-staff-draws-map',
    breaks: 'Staff of one community cannot edit the map of another',
    file: 'apps/server/src/features/information/information.policy.ts',
    find: '(isStaff(actor.role) && actor.communityId === community.communityId)',
    replace: 'isStaff(actor.role)',
  },
  {
    name: 'information-shut-out-staff-listed',
    breaks: 'Disabled members are not listed as staff of the community',
    file: 'apps/server/src/features/information/information.queries.ts',
    find: "    .where('u.disabled_at', 'is', null)\n",
    replace: '',
  },
  {
    name: 'information-welcome-with-tail',
    breaks: 'A welcome PDF with data after its end marker is refused',
    file: 'apps/server/src/features/information/welcome.service.ts',
    find: '/%%EOF[\\s\\0]*$/.test(tail)',
    replace: '/%%EOF/.test(tail)',
  },
]
