import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-chat-first-read-late',
    breaks: 'A message is marked read once all the others have read up to it, that one included',
    file: 'apps/web/src/features/chat/thread.cache.ts',
    find: "place <= othersRead ? 'read'",
    replace: "place < othersRead ? 'read'",
  },
  {
    name: 'web-chat-deleted-comes-back',
    breaks: 'A message that was taken away stays so, whatever older state of it arrives after that',
    file: 'apps/web/src/features/chat/thread.cache.ts',
    find: 'isVisibleMessage(before) && before.deleted && isVisibleMessage(message) && !message.deleted ? before : message',
    replace: 'isVisibleMessage(before) && before.deleted && !isVisibleMessage(message) ? before : message',
  },
  {
    name: 'web-chat-own-counts-unread',
    breaks: "A message of one's own is not counted as unread",
    file: 'apps/web/src/features/chat/thread.cache.ts',
    find: 'isVisibleMessage(message) && message.from !== me && !isSystemMessage(message)',
    replace: "isVisibleMessage(message) && me !== '' && !isSystemMessage(message)",
  },
  {
    name: 'web-chat-photo-sent-twice',
    breaks: 'A photo that was uploaded is not uploaded again when its message is sent another time',
    file: 'apps/web/src/features/chat/send-message.ts',
    find: '      change({ payload: message, photo: undefined })\n',
    replace: '      change({ payload: message })\n',
  },
  {
    name: 'web-chat-call-as-anybody',
    breaks: 'A message is only sent as its writer, also where no live connection stands',
    file: 'apps/web/src/features/chat/send-message.ts',
    find: 'return call(sendMessage, { body: message, signal, as: me })',
    replace: 'return call(sendMessage, { body: message, signal })',
  },
  {
    name: 'web-chat-flag-own',
    breaks: 'Nobody can report a message of their own',
    file: 'apps/web/src/features/chat/use-message-actions.tsx',
    find: 'onFlag={!isMine && conversation.abilities.flag ?',
    replace: 'onFlag={conversation.abilities.flag ?',
  },
  {
    name: 'web-chat-read-elsewhere-lost',
    breaks: 'What was read on another device of the reader is not unread here',
    file: 'apps/web/src/features/chat/messages.live.ts',
    find: "userId === me() ? applyRead(conversationId, place) : applyOthersReceipt(conversationId, place, 'read')",
    replace: "userId !== me() && applyOthersReceipt(conversationId, place, 'read')",
  },
  {
    name: 'web-chat-new-line-misplaced',
    breaks: 'The mark of what is new stands before the first message that was not read',
    file: 'apps/web/src/features/chat/thread-rows.ts',
    find: 'message.place > readBefore &&',
    replace: 'message.place >= readBefore &&',
  },
  {
    name: 'web-chat-draft-of-all',
    breaks: 'What one began to write is theirs alone',
    file: 'apps/web/src/features/chat/use-composer.ts',
    find: "draftKey(me, 'group' in name",
    replace: "draftKey(me && '', 'group' in name",
  },
  {
    name: 'web-chat-time-of-message-cut',
    breaks: 'The time of a message and how far it has come stand beside its words, however long these are',
    file: 'apps/web/src/features/chat/components/Bubble.module.css',
    find: 'display: flow-root;',
    replace: 'display: block;',
  },
]
