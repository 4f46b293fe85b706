import type { Language } from '@parvis/contract/language.ts'
import type { Role } from '@parvis/contract/roles.ts'
import type { Strategy } from '@parvis/contract/session.ts'
import type { Generated, GeneratedAlways } from 'kysely'

/** The purpose of a mailed link, which decides what it opens; `left` and `deleted` undo a departure. */
export type LinkPurpose = 'register' | 'reset' | 'invite' | 'email' | 'proof' | 'left' | 'deleted'

type ProfileTexts = Record<'description' | 'description_en' | 'job', string | null>

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    accounts: {
      id: string
      email: string | null
      password_hash: string | null
      confirmed_at: Date | null
      created_at: Generated<Date>
      language: Language | null
      email_to_confirm: string | null
      deleted_at: Date | null
      emptied_at: Date | null
    }
    users: {
      community_id: string
      id: string
      account_id: string
      role: Role
      pseudo: string
      firstname: string | null
      lastname: string | null
      company: string | null
      gender: 'M' | 'F' | null
      birthdate: string | null
      description: string | null
      description_en: string | null
      job: string | null
      building: string | null
      floor: string | null
      apartment_number: string | null
      hobbies: Generated<string[]>
      photo_id: string | null
      need_update: Generated<boolean>
      first_login: Generated<boolean>
      enabled_at: Generated<Date | null>
      created_at: Generated<Date>
      address: string | null
      zip_code: string | null
      city: string | null
      disabled_at: Date | null
      word: string | null
      member_until: string | null
      invited_at: Date | null
      phone: string | null
      building_access: string | null
      gone_at: Date | null
      erased_at: Date | null
      suspended_until: Generated<Date | null>
      listed_name: GeneratedAlways<string>
    }
    hidden_profiles: {
      community_id: string
      user_id: string
      case_id: string
      content: ProfileTexts
      photo_id: string | null
    }
    guests: { community_id: string; device_hash: string; user_id: string; seen_at: Generated<Date> }
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
    second_factors: { account_id: string; secret: string; since: Date | null; last_step: number | null }
    recovery_codes: { account_id: string; code_hash: string; spent_at: Date | null }
    known_devices: { account_id: string; device_hash: string; seen_at: Generated<Date> }
  }
}
