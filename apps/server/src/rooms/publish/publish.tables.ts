import type { Generated } from 'kysely'

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
      type: 'Activity' | 'Proposal' | 'Template' | 'GooddealActivity'
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
      choices: Generated<{ id: string; name: string | null; name_en: string | null }[]>
      position: number
      updated_at: Generated<Date>
    }
  }
}
