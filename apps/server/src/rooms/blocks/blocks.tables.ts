export interface UserBlocksTable {
  community_id: string
  user_id: string
  blocked_community_id: string
  blocked_user_id: string
  created_at: Date
}

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    user_blocks: UserBlocksTable
  }
}
