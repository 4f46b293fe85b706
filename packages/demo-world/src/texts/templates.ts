import { camping } from './templates/camping.ts'
import { invitations } from './templates/invitations.ts'
import { moments } from './templates/moments.ts'
import { notices } from './templates/notices.ts'
import { requests } from './templates/requests.ts'
import type { DemoCategory } from './templates/category.ts'

export type { DemoCategory, DemoTemplate } from './templates/category.ts'

/** What a fresh installation offers: moments to share, requests, notices of the team, what good deals invite to. */
export const categories: DemoCategory[] = [...moments, ...requests, ...notices, ...camping, ...invitations]
