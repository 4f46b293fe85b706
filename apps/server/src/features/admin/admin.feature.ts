import type { Feature } from '#server/kernel/feature.ts'
import { adminJobs } from './admin.jobs.ts'
import { adminRoutes } from './admin.routes.ts'

export const adminFeature: Feature = { routes: adminRoutes, jobs: adminJobs }
