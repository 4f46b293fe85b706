import type { Generated } from 'kysely'

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    bookings: {
      community_id: string
      id: string
      user_id: string
      place_id: string
      arrival: string
      departure: string
      created_at: Generated<Date>
      given_arrival: string
      given_departure: string
    }
    hobbies: { id: string; position: number; name: string; name_en: string }
  }
}
