import type { DigestFrequency } from '@parvis/contract/digests.ts'

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    digests: {
      community_id: string
      user_id: string
      /** Null if the member has not chosen. */
      rhythm: DigestFrequency | null
      link_hash: string | null
      told_until: Date | null
    }
    /** `reached` is the id of the last member whose digest has been enqueued. */
    digest_days: { community_id: string; day: string; reached: string | null }
  }
}
