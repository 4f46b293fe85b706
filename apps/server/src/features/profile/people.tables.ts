import type { ModerationRule } from '@parvis/contract/moderation.ts'

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    user_flags: {
      community_id: string
      id: string
      user_id: string
      reporter_id: string
      rule: ModerationRule | null
      reason: string | null
      snapshot: object
      created_at: Date
    }
  }
}
