import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'blocks-one-sided',
    breaks: 'A block holds in both directions: who was blocked sees nothing of who blocked them',
    file: 'apps/server/src/features/blocks/blocks.columns.ts',
    find: "\n      union select community_id, user_id from user_blocks where blocked_user_id = ${at('id')}) other",
    replace: ') other',
  },
  {
    name: 'blocks-unblock-for-everybody',
    breaks: 'Taking back a block leaves the blocks that others have made of the same person',
    file: 'apps/server/src/features/blocks/blocks.service.ts',
    find: "      .where('user_id', '=', actor.userId)\n",
    replace: '',
  },
  {
    name: 'blocks-unblock-untold',
    breaks: 'Who is unblocked is shown on both open screens at once',
    file: 'apps/server/src/features/blocks/blocks.service.ts',
    find: '    afterCommit(() => publishBlockChange(bus, pair, blocked))',
    replace: '    if (blocked) afterCommit(() => publishBlockChange(bus, pair, blocked))',
  },
  {
    name: 'blocks-portrait-leaked',
    breaks: 'Between two who see nothing of each other no portrait is shown',
    file: 'apps/server/src/features/blocks/blocks.presenter.ts',
    find: '  photoUri: null,\n',
    replace: '',
  },
  {
    name: 'blocks-blocker-found-out',
    breaks: 'Whoever was blocked by somebody is answered as if that person was not there',
    file: 'apps/server/src/features/blocks/blocks.service.ts',
    find: '(other.is_there && !actor.blockedIds.includes(other.author.id))',
    replace: 'other.is_there',
  },
]
