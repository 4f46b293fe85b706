import type { Feature } from '#server/kernel/feature.ts'
import { auditRoutes } from './audit.routes.ts'

export const auditFeature: Feature = { routes: auditRoutes }
