import type { Language } from '@parvis/contract/language.ts'
import type { PushOs } from '@parvis/contract/push.ts'

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    push_endpoints: {
      id: string
      session_id: string
      community_id: string
      user_id: string
      /** The URL of a browser's push service, or the token of a phone. */
      address: string
      p256dh: string | null
      auth: string | null
      os: PushOs
      language: Language
      created_at: Date
      failing_since: Date | null
      rests_until: Date | null
    }
    push_news: { endpoint_id: string; subject_id: string; told_id: string; sent_id: string | null; told_at: Date }
    push_keys: { public_key: string; private_key: string }
    push_progress: { told_until: Date }
  }
}
