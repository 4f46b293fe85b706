import { DAY_MS, idFrom, type Workshop } from './seed.ts'
import { categories } from './texts/templates.ts'

const AGE_DAYS = 400

/** The catalogue that every community is offered: ids by key. */
export interface FilledTemplates {
  templates: Map<string, { id: string; categoryId: string }>
}

export const fillTemplates = async ({ db, random: whole, now }: Workshop): Promise<FilledTemplates> => {
  const random = whole.fork('templates')
  const at = new Date(now.getTime() - AGE_DAYS * DAY_MS)
  const templates: FilledTemplates['templates'] = new Map()
  for (const [position, category] of categories.entries()) {
    const categoryId = idFrom(random, at)
    await db
      .insertInto('template_categories')
      .values({
        id: categoryId,
        community_id: null,
        name: category.name.fr,
        name_en: category.name.en,
        picto: category.picto,
        hue: category.hue,
        position,
      })
      .execute()
    const rows = category.templates.map((template, index) => {
      const id = idFrom(random, at)
      templates.set(template.key, { id, categoryId })
      return {
        id,
        community_id: null,
        category_id: categoryId,
        user_id: null,
        type: template.type,
        subtype: template.subtype ?? null,
        name: template.name.fr,
        name_en: template.name.en,
        title: template.title.fr,
        title_en: template.title.en,
        description: template.description.fr,
        description_en: template.description.en,
        post_description: template.postDescription?.fr ?? null,
        post_description_en: template.postDescription?.en ?? null,
        picto: template.picto,
        choices: JSON.stringify(
          (template.choices ?? []).map(choice => ({ id: idFrom(random, at), name: choice.fr, name_en: choice.en })),
        ) as never,
        position: index,
        updated_at: at,
      }
    })
    await db.insertInto('templates').values(rows).execute()
  }
  return { templates }
}
