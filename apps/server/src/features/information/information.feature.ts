import type { Feature } from '#server/kernel/feature.ts'
import { informationAnnouncements } from './information.announcements.ts'
import { informationRoutes } from './information.routes.ts'

export const informationFeature: Feature = { routes: informationRoutes, announcements: informationAnnouncements }
