import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'information-key-to-neighbours',
    breaks: 'The link that holds the register key is given to the team alone',
    file: 'apps/server/src/features/information/information.routes.ts',
    find: '    if (!isStaff(role)) {',
    replace: "    if (!isStaff(role) && role !== 'neighbor') {",
  },
  {
    name: 'information-rights-kept-stale',
    breaks: 'What a community switches on or off is in force for its members before the call returns',
    file: 'apps/server/src/features/information/information.service.ts',
    find: "      bus.publish('actor.changed', { communityIds: [communityId] })\n",
    replace: '',
  },
  {
    name: 'information-any-staff-draws-map',
    breaks: 'The team of one community does not draw the map of another',
    file: 'apps/server/src/features/information/information.policy.ts',
    find: '(isStaff(actor.role) && actor.communityId === place.communityId)',
    replace: 'isStaff(actor.role)',
  },
  {
    name: 'information-shut-out-staff-listed',
    breaks: 'Who was shut out of the community is not listed as one of its team',
    file: 'apps/server/src/features/information/information.queries.ts',
    find: "    .where('u.disabled_at', 'is', null)\n",
    replace: '',
  },
  {
    name: 'information-welcome-with-tail',
    breaks: 'A welcome PDF with something else behind its end is refused',
    file: 'apps/server/src/features/information/welcome.service.ts',
    find: '/%%EOF[\\s\\0]*$/.test(tail)',
    replace: '/%%EOF/.test(tail)',
  },
]
