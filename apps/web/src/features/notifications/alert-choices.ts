import { type Language, textIn } from '@parvis/contract/language.ts'
import type { Template, TemplateCategory } from '@parvis/contract/templates.ts'

type Named = Pick<Template, 'name' | 'lang'>

/** What somebody can be told of: a whole category, and the templates in it. */
export interface AlertChoices {
  id: string
  name: string
  picto: string
  hue: string
  /** Of all its templates that can be asked for. */
  templates: { id: string; name: string; picto: string; hue: string }[]
}

const nameIn = (language: Language, named: Named) => textIn(language, named, 'name') ?? ''

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Those whose name, or whose category's name, has all of the words in it. */
export const choicesOf = (categories: readonly TemplateCategory[], language: Language, words = ''): AlertChoices[] => {
  const wanted = plain(words).split(/\s+/).filter(Boolean)
  const fits = (name: string) => wanted.every(word => plain(name).includes(word))
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
    const templates = fits(name) ? all : all.filter(template => fits(template.name))
    // one without templates that this reader may know of is asked for as a whole
    if (templates.length === 0 && (category.templates.length > 0 || !fits(name))) return []
    return [{ id: category._id, name, picto: category.picto, hue: category.bgColor, templates }]
  })
}

/** What was chosen, by name, in the order in which it was; what is not among the choices has none. */
export const namesOfChosen = (categories: readonly AlertChoices[], ids: readonly string[]) => {
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
