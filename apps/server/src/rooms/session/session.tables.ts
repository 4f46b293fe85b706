import type { Role } from '@parvis/contract/roles.ts'
import type { Strategy } from '@parvis/contract/session.ts'
import type { Generated } from 'kysely'

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    accounts: {
      id: string
      email: string | null
      password_hash: string | null
      confirmed_at: Date | null
      created_at: Generated<Date>
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
    }
    known_devices: { account_id: string; device_hash: string; seen_at: Generated<Date> }
  }
}
