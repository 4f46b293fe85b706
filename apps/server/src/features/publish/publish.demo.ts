import type { TemplateCategory } from '@parvis/demo-world/make-templates.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'

export const writeDemoTemplates = async (tx: Tx, categories: readonly TemplateCategory[]) => {
  await tx
    .insertInto('template_categories')
    .values(
      categories.map(({ id, name, picto, hue }, position) => ({
        id,
        community_id: null,
        name: name.fr,
        name_en: name.en,
        picto,
        hue,
        position,
      })),
    )
    .execute()
  await tx
    .insertInto('templates')
    .values(
      categories.flatMap(category =>
        category.templates.map((template, position) => ({
          id: template.id,
          community_id: null,
          category_id: category.id,
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
          choices: JSON.stringify(template.choices.map(({ id, fr, en }) => ({ id, name: fr, name_en: en }))),
          community_types: template.suits ? [...template.suits] : null,
          position,
          updated_at: template.updatedAt,
        })),
      ),
    )
    .execute()
}
