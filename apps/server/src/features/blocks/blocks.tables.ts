import type { Generated } from 'kysely'

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    user_blocks: {
      community_id: string
      user_id: string
      blocked_community_id: string
      blocked_user_id: string
      created_at: Generated<Date>
    }
  }
}
