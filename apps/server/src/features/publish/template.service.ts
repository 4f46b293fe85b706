// Reads the templates offered to a member; other features and live events use it too.
import type { Template, TemplateCategory } from '@parvis/contract/templates.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { canCreateTemplates, canSeeTemplate } from './template.policy.ts'
import { factsOf, presentCategory, presentTemplate } from './template.presenter.ts'
import { findCategories, findTemplate, findTemplates, type TemplateRow } from './template.queries.ts'

/** Throws `error404` if this actor may not see the template. */
export const getTemplateRow = async (db: Db, actor: Actor, id: string, field?: string): Promise<TemplateRow> => {
  const row = await findTemplate(db, id)
  return row && canSeeTemplate(actor, factsOf(row)) ? row : fail('error404', { field })
}

export const getTemplate = async (db: Db, actor: Actor, id: string): Promise<Template> =>
  presentTemplate(actor, await getTemplateRow(db, actor, id))

/**
 * The categories with the templates offered to this actor. Those from which only the team publishes have no templates,
 * but posts can be filtered by them. Users who create templates also see unused categories.
 */
export const findTemplateCategories = async (db: Db, actor: Actor): Promise<TemplateCategory[]> => {
  const [categories, rows] = await Promise.all([
    findCategories(db, actor, actor.community.type),
    findTemplates(db, actor, actor.community.type),
  ])
  const offered = Map.groupBy(
    rows.filter(row => canSeeTemplate(actor, factsOf(row))),
    row => row.category_id,
  )
  return categories
    .filter(({ in_use, community_id }) => in_use || (canCreateTemplates(actor) && community_id !== null))
    .map(row =>
      presentCategory(
        row,
        (offered.get(row.id) ?? []).map(one => presentTemplate(actor, one)),
      ),
    )
}
