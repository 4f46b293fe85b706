import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'publish-edit-of-others',
    breaks: 'A post is changed by its author alone',
    file: 'apps/server/src/features/publish/edit-post.service.ts',
    find: "  if (!event.abilities.edit) fail('forbidden')\n",
    replace: '',
  },
  {
    name: 'publish-retry-refused',
    breaks: 'What is sent again under its name is the publication that is there, also when it would be refused by now',
    file: 'apps/server/src/features/publish/publish-once.ts',
    find: 'error.status < 500',
    replace: 'error.status < 400',
  },
  {
    name: 'publish-minor-location',
    breaks: 'A minor does not publish where they stay',
    file: 'apps/server/src/features/publish/time-and-place.ts',
    find: "  if (actor.isMinor) fail('minorlocation', { field: 'equipmentId' })\n",
    replace: '',
  },
  {
    name: 'publish-time-in-utc',
    breaks: 'The time of an event is that of the clocks of its community',
    file: 'apps/server/src/features/publish/time-and-place.ts',
    find: "new Date(instantAt(day, time ?? '00:00', timezone))",
    replace: "new Date(instantAt(day, time ?? '00:00', 'UTC'))",
  },
  {
    name: 'publish-renamed-template-cached',
    breaks: 'Cards show the new name of a template as soon as it is changed',
    file: 'apps/server/src/features/publish/edit-template.service.ts',
    // a card shows its community too, so that each of the two makes it forgotten
    find: "      afterCommit(() => bus.publish('display.changed', { ids: [id] }))\n      afterCommit(() => bus.publish('actor.changed', { communityIds }))\n",
    replace: '',
  },
  {
    name: 'publish-edit-text-uncounted',
    breaks: 'What is changed in a post counts against the bytes of text of the day',
    file: 'apps/server/src/features/publish/edit-post.service.ts',
    find: '        textLimit(actor, { ...writing, ...words }),\n',
    replace: '',
    heldBy: 'apps/server/src/day-limits.test.ts',
  },
]
