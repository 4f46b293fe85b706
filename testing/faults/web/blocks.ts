import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-blocks-list-stale',
    breaks: 'A newly blocked person appears in the list of blocked people',
    file: 'apps/web/src/features/blocks/blocks.mutations.ts',
    find: '      void client.invalidateQueries({ queryKey: blockKeys.list() })\n',
    replace: '      if (!blocked) void client.invalidateQueries({ queryKey: blockKeys.list() })\n',
  },
  {
    name: 'web-blocks-undo-again',
    breaks: 'Undo reverts the block or unblock that was just made',
    file: 'apps/web/src/features/blocks/blocks.mutations.ts',
    find: 'mutate({ person, blocked: !blocked })',
    replace: 'mutate({ person, blocked })',
  },
  {
    name: 'web-blocks-thread-by-pseudo',
    breaks: 'A conversation with a blocked person offers to unblock them, also if opened by their pseudo',
    file: 'apps/web/src/features/blocks/BlockedThread.tsx',
    find: '_id === pseudoOrId || pseudo === pseudoOrId',
    replace: '_id === pseudoOrId && pseudo !== pseudoOrId',
  },
]
