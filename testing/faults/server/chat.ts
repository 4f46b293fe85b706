import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'chat-suspended-offered-report',
    breaks: 'A suspended member is not offered to report a message',
    file: 'apps/server/src/features/chat/chat.service.ts',
    find: 'role: person.role }),\n        flag: !actor.isReadOnly,',
    replace: 'role: person.role }),\n        flag: true,',
    heldBy: 'apps/server/src/abilities.test.ts',
  },
  {
    name: 'chat-neighbors-all-at-once',
    breaks: 'The list of neighbours is paged, however many a community has',
    file: 'apps/server/src/features/chat/chat.queries.ts',
    find: 'order by u.listed_name, initial, u.id offset ${skip} limit ${limit}',
    replace: 'order by u.listed_name, initial, u.id offset ${skip}',
  },
  {
    name: 'chat-minor-found-by-initial',
    breaks: 'The list of neighbours cannot be sorted or searched by an initial that is hidden from the viewer',
    file: 'apps/server/src/features/chat/chat.queries.ts',
    find: 'case when ${canSeeMinors(actor)}::boolean or not ${isMinor} then fold_name',
    replace: 'case when true then fold_name',
  },
  {
    name: 'chat-report-brings-all-before',
    breaks: 'A report of a message shows the team the five messages before it and nothing older',
    file: 'apps/server/src/features/chat/message.queries.ts',
    find: "    .where('place', '>=', place - 5)\n",
    replace: '',
  },
  {
    name: 'chat-members-kept-stale',
    breaks: 'Joining or leaving a group changes the access to its conversation at once',
    file: 'apps/server/src/features/chat/conversation-cache.ts',
    find: '    markChanged(conversationId)\n    cache.delete(conversationId)\n',
    replace: '    markChanged(conversationId)\n',
  },
  {
    name: 'chat-retry-stored-twice',
    breaks: 'A message that is sent twice with the same idempotency key is stored once',
    file: 'apps/server/src/features/chat/chat.routes.ts',
    find: 'tmpId: body.tmpId ?? newId()',
    replace: 'tmpId: newId()',
  },
  {
    name: 'chat-read-beyond-last',
    breaks: 'Nobody can have read past the last message: messages that come later are unread',
    file: 'apps/server/src/features/chat/receipts.service.ts',
    find: 'least(a.read, c.last_place) as read',
    replace: 'a.read',
  },
  {
    name: 'chat-picture-to-unknown-minor',
    breaks: 'The first message of an adult to an unknown minor cannot carry a picture, place or video',
    file: 'apps/server/src/features/chat/send-message.service.ts',
    find: 'target.firstContact && (file || hasAttachment(outgoing))',
    replace: 'target.firstContact && file',
  },
  {
    name: 'chat-day-limit-uncounted',
    breaks: 'Messages count against the day limit',
    file: 'apps/server/src/features/chat/send-message.service.ts',
    find: '  dayLimits: messageDayLimits(actor, text ?? null),\n',
    replace: '',
    heldBy: 'apps/server/src/day-limits.test.ts',
  },
]
