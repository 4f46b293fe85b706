import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-blocks-list-stale',
    breaks: 'Who was just blocked stands in the list of blocked people',
    file: 'apps/web/src/features/blocks/blocks.mutations.ts',
    find: '      void queryClient.invalidateQueries({ queryKey: blockKeys.list() })\n',
    replace: '      if (!blocked) void queryClient.invalidateQueries({ queryKey: blockKeys.list() })\n',
  },
  {
    name: 'web-blocks-undo-again',
    breaks: 'Undo takes back what was just done to somebody',
    file: 'apps/web/src/features/blocks/blocks.mutations.ts',
    find: 'mutate({ person, blocked: !blocked })',
    replace: 'mutate({ person, blocked })',
  },
  {
    name: 'web-blocks-thread-by-pseudo',
    breaks:
      'A conversation with somebody who is blocked offers to unblock them, also where it is called by their pseudo',
    file: 'apps/web/src/features/blocks/BlockedThread.tsx',
    find: '_id === pseudoOrId || pseudo === pseudoOrId',
    replace: '_id === pseudoOrId && pseudo !== pseudoOrId',
  },
]
