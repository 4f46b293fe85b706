import type { ChannelType, CommunityType } from '@parvis/contract/community.ts'
import type { TemplateType } from '@parvis/contract/templates.ts'
import type { ColumnType, Generated } from 'kysely'
import type { StoredChoice } from '#server/kernel/choices.ts'

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    template_categories: {
      id: string
      community_id: string | null
      name: string | null
      name_en: string | null
      picto: string
      hue: string
      position: number
    }
    templates: {
      id: string
      community_id: string | null
      category_id: string
      user_id: string | null
      type: TemplateType
      subtype: string | null
      name: string | null
      name_en: string | null
      title: string | null
      title_en: string | null
      description: string | null
      description_en: string | null
      post_description: string | null
      post_description_en: string | null
      picto: string
      choices: ColumnType<StoredChoice[], string | undefined, string>
      position: number
      updated_at: Generated<Date>
      photo_id: string | null
      youtube_video_id: string | null
      channel_type: ChannelType | null
      accept_notif: Generated<boolean>
      community_types: CommunityType[] | null
      removed_at: Date | null
      tmp_id: string | null
    }
  }
}
