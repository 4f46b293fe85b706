import type { DigestRhythm } from '@parvis/contract/digests.ts'

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    digests: {
      community_id: string
      user_id: string
      /** Null for who has never said. */
      rhythm: DigestRhythm | null
      link_hash: string | null
      told_until: Date | null
    }
    /** `reached` is the last member whose digest is in the queue. */
    digest_days: { community_id: string; day: string; reached: string | null }
  }
}
