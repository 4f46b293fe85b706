import type { Language } from '@parvis/contract/language.ts'
import type { ColumnType, Generated } from 'kysely'

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    exports: {
      account_id: string
      id: string
      language: Language
      asked_at: Date
      done: Generated<number>
      total: number | null
      ready_at: Date | null
      failed_at: Date | null
      /** The PostgreSQL driver returns a bigint as a string. */
      bytes: ColumnType<string | null, number | null | undefined, number | null>
    }
  }
}
