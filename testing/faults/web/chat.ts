import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-chat-first-read-late',
    breaks: 'A message is marked read once all others have read up to and including it',
    file: 'apps/web/src/features/chat/thread.cache.ts',
    find: "place <= othersRead ? 'read'",
    replace: "place < othersRead ? 'read'",
  },
  {
    name: 'web-chat-deleted-comes-back',
    breaks: 'A deleted message stays deleted if an older version of it arrives later',
    file: 'apps/web/src/features/chat/thread.cache.ts',
    find: 'isVisibleMessage(before) && before.deleted && isVisibleMessage(message) && !message.deleted ? before : message',
    replace: 'isVisibleMessage(before) && before.deleted && !isVisibleMessage(message) ? before : message',
  },
  {
    name: 'web-chat-own-counts-unread',
    breaks: 'Own messages are not counted as unread',
    file: 'apps/web/src/features/chat/thread.cache.ts',
    find: 'isVisibleMessage(message) && message.from !== me && !isSystemMessage(message)',
    replace: "isVisibleMessage(message) && me !== '' && !isSystemMessage(message)",
  },
  {
    name: 'web-chat-photo-sent-twice',
    breaks: 'A photo that was already uploaded is not uploaded again when its message is retried',
    file: 'apps/web/src/features/chat/send-message.ts',
    find: '      changeItem({ payload: message, photo: undefined })\n',
    replace: '      changeItem({ payload: message })\n',
  },
  {
    name: 'web-chat-call-as-anybody',
    breaks: 'A message is sent only as its author, also without a live connection',
    file: 'apps/web/src/features/chat/send-message.ts',
    find: 'return call(sendMessage, { body: message, signal, as: me })',
    replace: 'return call(sendMessage, { body: message, signal })',
  },
  {
    name: 'web-chat-flag-own',
    breaks: 'Members cannot report their own messages',
    file: 'apps/web/src/features/chat/use-message-actions.tsx',
    find: 'onFlag={!isMine && conversation.abilities.flag ?',
    replace: 'onFlag={conversation.abilities.flag ?',
  },
  {
    name: 'web-chat-read-elsewhere-lost',
    breaks: 'Messages that were read on another device are not unread here',
    file: 'apps/web/src/features/chat/messages.live.ts',
    find: 'userId === me()\n            ? markReadByViewer(queryClient, conversationId, place)\n            : applyOthersReceipt',
    replace: 'userId !== me() &&\n            applyOthersReceipt',
  },
  {
    name: 'web-chat-new-line-misplaced',
    breaks: 'The mark for new messages stands before the first unread message',
    file: 'apps/web/src/features/chat/thread-rows.ts',
    find: 'message.place > readPlaceAtOpening &&',
    replace: 'message.place >= readPlaceAtOpening &&',
  },
  {
    name: 'web-chat-draft-of-all',
    breaks: 'Drafts of messages are separate for each user',
    file: 'apps/web/src/features/chat/use-composer.ts',
    find: "draftKey(me, 'group' in threadKey",
    replace: "draftKey(me && '', 'group' in threadKey",
  },
  {
    name: 'web-chat-time-of-message-cut',
    breaks: 'The time and status of a message stay visible beside text of any length',
    file: 'apps/web/src/features/chat/components/Bubble.module.css',
    find: 'display: flow-root;',
    replace: 'display: block;',
  },
]
