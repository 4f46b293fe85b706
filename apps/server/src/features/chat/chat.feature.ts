import type { Feature } from '#server/kernel/feature.ts'
import { exportChat } from './chat-export.service.ts'
import { chatLiveEvents } from './chat.live-events.ts'
import { chatFrames } from './chat.frames.ts'
import { conversationSubject } from './chat.notifications.ts'
import { messagePictures } from './chat.pictures.ts'
import { chatRoutes } from './chat.routes.ts'
import { eraseMessagesOf, isInAnyConversation } from './erase-messages.service.ts'
import { removeGroupsOf, updateGroupMembership } from './group.service.ts'
import { changeJobs } from './notify-change.service.ts'
import { recountRecentGroups } from './message-counts.service.ts'
import { notifyOfMissedMessages, startMessageNotifications } from './notify-messages.service.ts'
import { reportedMessages } from './reported-message.service.ts'
import { canWriteToPerson } from './target.service.ts'

export const chatFeature: Feature = {
  routes: chatRoutes,
  liveEvents: chatLiveEvents,
  frameHandlers: chatFrames,
  onAnswer: updateGroupMembership,
  jobs: changeJobs,
  sweeps: [recountRecentGroups],
  exports: ({ db }, recipient) => exportChat(db, recipient),
  erase: { content: eraseMessagesOf },
  needsPlaceholder: isInAnyConversation,
  canWriteTo: canWriteToPerson,
  reportable: [reportedMessages],
  pictures: messagePictures,
  notifications: {
    subjects: [conversationSubject],
    start: startMessageNotifications,
    createMissed: notifyOfMissedMessages,
  },
  onSubjectsRemoved: removeGroupsOf,
}
