import { type Language, textIn } from '@parvis/contract/language.ts'
import type { Template, TemplateCategory } from '@parvis/contract/templates.ts'

type Named = Pick<Template, 'name' | 'lang'>

/** A category of posts to be notified about, with its templates. */
export interface AlertCategory {
  id: string
  name: string
  picto: string
  hue: string
  /** Only the templates that can be chosen. */
  templates: { id: string; name: string; picto: string; hue: string }[]
}

const nameIn = (language: Language, named: Named) => textIn(language, named, 'name') ?? ''

const normalizeText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Categories and templates that can be chosen, if their own name or category name contains all words of the search. */
export const alertCategoriesOf = (
  categories: readonly TemplateCategory[],
  language: Language,
  searchText = '',
): AlertCategory[] => {
  const terms = normalizeText(searchText).split(/\s+/).filter(Boolean)
  const matches = (name: string) => terms.every(word => normalizeText(name).includes(word))
  return categories.flatMap(category => {
    const name = nameIn(language, category)
    const all = category.templates
      .filter(({ acceptNotif }) => acceptNotif)
      .map(template => ({
        id: template._id,
        name: nameIn(language, template),
        picto: template.picto,
        hue: template.hue,
      }))
    const templates = matches(name) ? all : all.filter(template => matches(template.name))
    // A category without templates visible to the viewer can be chosen as a whole.
    if (templates.length === 0 && (category.templates.length > 0 || !matches(name))) return []
    return [{ id: category._id, name, picto: category.picto, hue: category.bgColor, templates }]
  })
}

/** Names of the chosen ids, in the order of `ids`; ids without a category or template are left out. */
export const chosenAlertNames = (categories: readonly AlertCategory[], ids: readonly string[]) => {
  const names = new Map(
    categories.flatMap(({ id, name, templates }) => [
      [id, name] as const,
      ...templates.map(template => [template.id, template.name] as const),
    ]),
  )
  return ids.flatMap(id => {
    const name = names.get(id)
    return name === undefined ? [] : [{ id, name }]
  })
}
