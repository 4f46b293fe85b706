import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'blocks-one-sided',
    breaks: 'A block holds in both directions: the blocked member sees nothing of the one who blocked them',
    file: 'apps/server/src/kernel/blocked-users.ts',
    find: "\n      union select community_id, user_id from user_blocks where blocked_user_id = ${at('id')}) other",
    replace: ') other',
  },
  {
    name: 'blocks-unblock-for-everybody',
    breaks: 'Removing a block keeps the blocks that other members made of the same person',
    file: 'apps/server/src/features/blocks/blocks.service.ts',
    find: "      .where('user_id', '=', actor.userId)\n",
    replace: '',
  },
  {
    name: 'blocks-unblock-untold',
    breaks: 'An unblocked member appears on the open screens of both people at once',
    file: 'apps/server/src/features/blocks/blocks.service.ts',
    find: '    afterCommit(() => publishBlockChange(bus, pair, blocked))',
    replace: '    if (blocked) afterCommit(() => publishBlockChange(bus, pair, blocked))',
  },
  {
    name: 'blocks-portrait-leaked',
    breaks: "Two members with a block between them do not see each other's portrait",
    file: 'apps/server/src/features/blocks/blocks.presenter.ts',
    find: '  photoUri: null,\n',
    replace: '',
  },
  {
    name: 'blocks-blocker-found-out',
    breaks: 'Somebody who blocked the caller is answered as if they did not exist',
    file: 'apps/server/src/features/blocks/blocks.service.ts',
    find: '(other.is_there && !actor.blockedIds.includes(other.author.id))',
    replace: 'other.is_there',
  },
]
