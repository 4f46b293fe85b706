import type { EventGroup } from '@parvis/contract/feed-filter.ts'
import type { Language } from '@parvis/contract/language.ts'
import type { ModerationRule } from '@parvis/contract/moderation.ts'
import type { ColumnType, Generated } from 'kysely'

export interface StoredWeatherHour {
  hour: number
  temp: number
  icon: string
  description: string | null
  description_en: string | null
}

/** The time of a post before it was rescheduled. `startsAt` is formatted as in PostgreSQL’s JSON. */
export interface StoredWhen {
  dateId: string | null
  timeId: string | null
  startsAt: string | null
}

/** The content of an `event_channels` row that was deleted when the post was hidden. */
export interface HiddenChannel {
  channel_id: string
  category_id: string | null
  starts_at: string | null
  over_at: string | null
}

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    events: {
      community_id: string
      id: string
      user_id: string
      group_id: EventGroup
      template_id: string | null
      deal_id: string | null
      title: string | null
      title_en: string | null
      description: string | null
      description_en: string | null
      post_description: string | null
      post_description_en: string | null
      photo_id: string | null
      youtube_video_id: string | null
      video_title: string | null
      date_id: string | null
      time_id: string | null
      place_id: string | null
      location_id: string | null
      choice_id: string | null
      starts_at: Date | null
      weather: ColumnType<StoredWeatherHour[] | null, string | null, string | null>
      interested_count: Generated<number>
      messages_count: Generated<number>
      created_at: Date
      updated_at: Date
      edited_at: Generated<Date | null>
      version: Generated<number>
      /** `infinity` in PostgreSQL is read as the number `Infinity`. */
      pinned_until: Generated<Date | number | null>
      moved_at: Generated<Date | null>
      moved_from: ColumnType<StoredWhen | null, string | null | undefined, string | null>
      moved_place: Generated<boolean | null>
      cancelled_at: Generated<Date | null>
      cancel_reason: Generated<string | null>
      change_told_at: Generated<Date | null>
      hidden_at: Generated<Date | null>
      /** The deleted `event_channels` rows of a hidden event. They are inserted again when the event is restored. */
      hidden_channels: Generated<HiddenChannel[] | null>
    }
    event_channels: {
      channel_id: string
      event_id: string
      community_id: string
      group_id: EventGroup
      category_id: string | null
      document: string
      /** The start of the event and the time from which it is past; both are null if it has no date. */
      starts_at: Generated<Date | null>
      over_at: Generated<Date | null>
    }
    event_flags: {
      community_id: string
      id: string
      event_id: string
      /** Null if the team removed a post that nobody had reported. */
      reporter_id: string | null
      rule: ModerationRule | null
      reason: string | null
      snapshot: object
      created_at: Date
    }
    idempotency_keys: {
      community_id: string
      user_id: string
      tmp_id: string
      event_id: string
      created_at: Generated<Date>
    }
    calendar_addresses: {
      community_id: string
      user_id: string
      secret_hash: string
      only_mine: boolean
      language: Language
      created_at: Date
    }
    event_answers: { community_id: string; event_id: string; user_id: string; created_at: Generated<Date> }
  }
}
