import type { Strategy } from '@parvis/contract/session.ts'
import type { Generated } from 'kysely'

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    sessions: {
      token_hash: string
      id: string
      account_id: string
      community_id: string
      user_id: string
      strategy: Strategy
      device: string | null
      created_at: Generated<Date>
      seen_at: Generated<Date>
      password_due: Generated<boolean>
      proved_at: Date | null
      in_shell: Generated<boolean>
    }
    /** The last activity of each member; the rows remain when sessions are deleted. */
    visits: { community_id: string; user_id: string; seen_at: Generated<Date> }
  }
}
