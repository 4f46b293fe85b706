import type { ChannelType, CommunityType } from '@parvis/contract/community.ts'
import type { Language } from '@parvis/contract/language.ts'
import type { UsefulNumberKind } from '@parvis/contract/information.ts'
import type { Generated, GeneratedAlways } from 'kysely'

/** A slide of the landing page’s carousel. */
export interface StoredSlide {
  photo_id: string | null
  title: string | null
  title_en: string | null
  text: string | null
  text_en: string | null
  /** The slide is shown only while the community has this option enabled. */
  about?: 'gooddeal' | 'weather'
}

export interface StoredNumber {
  name: string | null
  name_en: string | null
  phone: string
  kind: UsefulNumberKind
}

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    cities: {
      id: string
      name: string
      uri: string
      department: string
      photo_id: string | null
      longitude: number
      latitude: number
      code: Generated<string | null>
      department_en: Generated<string | null>
      approximate: Generated<boolean>
      search_name: GeneratedAlways<string>
      postcodes: Generated<string[]>
      other_names: Generated<string[]>
    }
    city_names: { city_id: string; words: string; label: string | null }
    organizations: { id: string; name: string }
    communities: {
      id: string
      organization_id: string | null
      city_id: string | null
      name: string
      custom_uri: string
      community_type: CommunityType
      is_private: Generated<boolean>
      register_key_hash: string | null
      register_key_folded: Generated<boolean>
      register_key: string | null
      need_approval: Generated<boolean>
      register_key_at: Date | null
      former_register_key: string | null
      former_register_key_until: Date | null
      description: string | null
      description_en: string | null
      default_lang: Generated<Language>
      timezone: Generated<string>
      logo_id: string | null
      address: string | null
      zip_code: string | null
      city: string | null
      building: string | null
      residence: string | null
      district: string | null
      opening_time: string | null
      opening_time_en: string | null
      useful_numbers: Generated<StoredNumber[]>
      plan_id: string | null
      map_photo_id: string | null
      welcome_id: string | null
      welcome_bytes: number | null
      welcome_at: Date | null
      phone: string | null
      fax: string | null
      mail: string | null
      web_site_url: string | null
      longitude: number | null
      latitude: number | null
      accept_posts: Generated<boolean>
      gooddeal: Generated<boolean>
      weather: Generated<boolean>
      subscribe: Generated<boolean>
      is_default: Generated<boolean>
      slides: Generated<StoredSlide[]>
      templates_updated_at: Generated<Date>
      created_at: Generated<Date>
      search_words: GeneratedAlways<string>
    }
    channels: { id: string; community_id: string | null; organization_id: string | null; channel_type: ChannelType }
    community_channels: { community_id: string; channel_id: string }
    places: {
      community_id: string
      id: string
      kind: 'location' | 'equipment'
      name: string | null
      name_en: string | null
      opening_time: string | null
      opening_time_en: string | null
      description: string | null
      description_en: string | null
      removed_at: Date | null
    }
  }
}
