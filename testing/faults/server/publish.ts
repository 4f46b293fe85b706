import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'publish-edit-of-others',
    breaks: 'Only its author can edit a post',
    file: 'apps/server/src/features/publish/edit-post.service.ts',
    find: "  if (!event.abilities.edit) fail('forbidden')\n",
    replace: '',
  },
  {
    name: 'publish-retry-refused',
    breaks: 'A retry with the same idempotency key returns the stored post, even if it would now be refused',
    file: 'apps/server/src/features/publish/publish-once.ts',
    find: 'error.status < 500',
    replace: 'error.status < 400',
  },
  {
    name: 'publish-minor-location',
    breaks: 'Minors cannot publish where they stay',
    file: 'apps/server/src/features/publish/time-and-place.ts',
    find: "  if (actor.isMinor) fail('minorlocation', { field: 'equipmentId' })\n",
    replace: '',
  },
  {
    name: 'publish-time-in-utc',
    breaks: 'The time of an event is in the time zone of its community',
    file: 'apps/server/src/features/publish/time-and-place.ts',
    find: "new Date(instantAt(day, time ?? '00:00', timezone))",
    replace: "new Date(instantAt(day, time ?? '00:00', 'UTC'))",
  },
  {
    name: 'publish-renamed-template-cached',
    breaks: 'Posts show the new name of a template as soon as it has changed',
    file: 'apps/server/src/features/publish/edit-template.service.ts',
    // A rendered post also depends on its community. Both lines are removed, because either event invalidates the post.
    find: "      afterCommit(() => bus.publish('display.changed', { ids: [id] }))\n      afterCommit(() => bus.publish('actor.changed', { communityIds }))\n",
    replace: '',
  },
  {
    name: 'publish-edit-text-uncounted',
    breaks: 'Edits of a post count against the day limit on text',
    file: 'apps/server/src/features/publish/edit-post.service.ts',
    find: '        textLimit(actor, { ...writing, ...words }),\n',
    replace: '',
    heldBy: 'apps/server/src/day-limits.test.ts',
  },
]
