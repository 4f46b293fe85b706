declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    second_factors: { account_id: string; secret: string; since: Date | null; last_step: number | null }
    recovery_codes: { account_id: string; code_hash: string; spent_at: Date | null }
  }
}
