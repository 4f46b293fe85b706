import type { DealCategory } from '@parvis/contract/deals.ts'
import type { ModerationRule } from '@parvis/contract/moderation.ts'
import type { ColumnType, Generated } from 'kysely'

export type DealRead = 'seen' | 'route'

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    deal_categories: {
      id: string
      name: string | null
      name_en: string | null
      picto: string
      hue: DealCategory['bgColor']
      position: number
    }
    deals: {
      id: string
      city_id: string
      category_id: string
      community_id: string
      user_id: string
      custom_uri: string
      title: string | null
      title_en: string | null
      description: string | null
      description_en: string | null
      promotion: string | null
      promotion_en: string | null
      opening_time: string | null
      opening_time_en: string | null
      price: string | null
      price_en: string | null
      activity_description: string | null
      activity_description_en: string | null
      activity_post_description: string | null
      activity_post_description_en: string | null
      template_id: string | null
      choices: ColumnType<{ id: string; name: string | null; name_en: string | null }[], string | undefined, string>
      address: string | null
      zip_code: string | null
      city: string | null
      phone: string | null
      web_site_url: string | null
      fb_url: string | null
      email: string | null
      photo_id: string | null
      map_photo_id: string | null
      longitude: number | null
      latitude: number | null
      starts_on: string | null
      ends_on: string | null
      starts_at: Date | null
      ends_at: Date | null
      nearby: Generated<boolean>
      approved_at: Date | null
      refused_at: Date | null
      refusal: string | null
      hidden_at: Date | null
      tmp_id: string | null
      version: Generated<number>
      seen_count: Generated<number>
      routes_count: Generated<number>
      /** Whether lists contain the deal, and when `listed` must be recomputed. */
      listed: Generated<boolean>
      due_at: Date | null
      created_at: Generated<Date>
      updated_at: Generated<Date>
    }
    /** `category_id` and `listed` repeat the deal's columns, so that a page is read from one index. */
    community_deals: { community_id: string; deal_id: string; category_id: string; listed: Generated<boolean> }
    deal_authors: { community_id: string; user_id: string; approved_at: Generated<Date> }
    deal_reads: { deal_id: string; kind: DealRead; account_id: string }
    deal_flags: {
      community_id: string
      id: string
      deal_id: string
      /** Null if moderators removed the deal without a report. */
      reporter_id: string | null
      rule: ModerationRule | null
      reason: string | null
      snapshot: object
      created_at: Date
    }
    deal_reaches: {
      community_id: string
      gooddeal: boolean
      longitude: number | null
      latitude: number | null
    }
  }
}
