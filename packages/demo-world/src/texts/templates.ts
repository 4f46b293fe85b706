import { campingCategories } from './templates/camping.ts'
import { invitationCategories } from './templates/invitations.ts'
import { momentCategories } from './templates/moments.ts'
import { noticeCategories } from './templates/notices.ts'
import { requestCategories } from './templates/requests.ts'
import type { DemoCategory } from './templates/category.ts'

export type { DemoCategory, DemoTemplate } from './templates/category.ts'

/** The templates of a new installation: moments, requests, notices of the team, and invitations to good deals. */
export const categories: DemoCategory[] = [
  ...momentCategories,
  ...requestCategories,
  ...noticeCategories,
  ...campingCategories,
  ...invitationCategories,
]
