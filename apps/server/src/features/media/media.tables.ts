import type { MediaClass } from '@parvis/contract/media.ts'
import type { Generated } from 'kysely'

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    media: {
      id: string
      class: MediaClass
      community_id: string | null
      user_id: string | null
      width: number
      height: number
      thumbhash: string
      alt: string | null
      alt_en: string | null
      unused_since: Date | null
      created_at: Generated<Date>
    }
  }
}
