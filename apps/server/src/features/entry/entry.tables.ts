import type { CommunityType } from '@parvis/contract/community.ts'
import type { Generated } from 'kysely'

/** The purpose of a mailed link, which decides what it opens; `left` and `deleted` undo a departure. */
export type LinkPurpose = 'register' | 'reset' | 'invite' | 'email' | 'proof' | 'left' | 'deleted'

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    guests: { community_id: string; device_hash: string; user_id: string; seen_at: Generated<Date> }
    link_tokens: {
      token_hash: string
      code_hash: string | null
      purpose: LinkPurpose
      account_id: string
      community_id: string
      user_id: string
      created_at: Generated<Date>
      expires_at: Date
      spent_at: Date | null
    }
    apple_subjects: { subject: string; account_id: string; created_at: Generated<Date> }
    apple_nonces: { nonce_hash: string; expires_at: Date }
    known_devices: { account_id: string; device_hash: string; seen_at: Generated<Date> }
    community_requests: {
      id: string
      name: string
      community_type: CommunityType
      town: string | null
      email: string
      message: string | null
      created_at: Generated<Date>
    }
  }
}
