// Reads the templates offered to a member. Other features and live events use this file too.
import type { Template, TemplateCategory } from '@parvis/contract/templates.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { canCreateTemplates, canSeeTemplate } from './template.policy.ts'
import { templateFactsOf, presentCategory, presentTemplate } from './template.presenter.ts'
import { findCategories, findTemplate, findTemplates, type TemplateRow } from './template.queries.ts'

/** Throws `error404` if this actor may not see the template; `field` is the request field named in the error. */
export const getTemplateRow = async (db: Db, actor: Actor, id: string, field?: string): Promise<TemplateRow> => {
  const row = await findTemplate(db, id)
  return row && canSeeTemplate(actor, templateFactsOf(row)) ? row : fail('error404', { field })
}

export const getTemplate = async (db: Db, actor: Actor, id: string): Promise<Template> =>
  presentTemplate(actor, await getTemplateRow(db, actor, id))

/**
 * Returns the categories with the templates offered to this actor. Categories with templates for the team only are
 * returned without templates, because posts can be filtered by them. Staff also see unused categories.
 */
export const findTemplateCategories = async (db: Db, actor: Actor): Promise<TemplateCategory[]> => {
  const [categories, rows] = await Promise.all([
    findCategories(db, actor, actor.community.type),
    findTemplates(db, actor, actor.community.type),
  ])
  const offered = Map.groupBy(
    rows.filter(row => canSeeTemplate(actor, templateFactsOf(row))),
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
