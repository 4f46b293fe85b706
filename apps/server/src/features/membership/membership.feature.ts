import type { Feature } from '#server/kernel/feature.ts'
import { userSubject } from './membership.notifications.ts'

export const membershipFeature: Feature = { notifications: { subjects: [userSubject] } }
