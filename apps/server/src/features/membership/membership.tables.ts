import type { Language } from '@parvis/contract/language.ts'
import type { Role } from '@parvis/contract/roles.ts'
import type { Generated, GeneratedAlways } from 'kysely'

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
  }
}
