import type { Feature } from '#server/kernel/feature.ts'
import { chatAnnouncements } from './chat.announcements.ts'
import { chatFrames } from './chat.frames.ts'
import { chatRoutes } from './chat.routes.ts'
import { changeGroup } from './group.service.ts'
import { changeJobs } from './tell-change.service.ts'
import { recountMessages } from './message-counts.service.ts'

export const chatFeature: Feature = {
  routes: chatRoutes,
  announcements: chatAnnouncements,
  frames: chatFrames,
  onAnswer: changeGroup,
  jobs: changeJobs,
  sweeps: [recountMessages],
}
