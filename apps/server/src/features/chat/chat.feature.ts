import type { Feature } from '#server/kernel/feature.ts'
import { chatLiveEvents } from './chat.live-events.ts'
import { chatFrames } from './chat.frames.ts'
import { conversationSubject } from './chat.notifications.ts'
import { chatRoutes } from './chat.routes.ts'
import { removeGroupsOf, updateGroupMembership } from './group.service.ts'
import { changeJobs } from './notify-change.service.ts'
import { recountRecentGroups } from './message-counts.service.ts'
import { notifyOfMissedMessages, startMessageNotifications } from './notify-messages.service.ts'

export const chatFeature: Feature = {
  routes: chatRoutes,
  liveEvents: chatLiveEvents,
  frameHandlers: chatFrames,
  onAnswer: updateGroupMembership,
  jobs: changeJobs,
  sweeps: [recountRecentGroups],
  notifications: {
    subjects: [conversationSubject],
    start: startMessageNotifications,
    createMissed: notifyOfMissedMessages,
  },
  onSubjectsRemoved: removeGroupsOf,
}
