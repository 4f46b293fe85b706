import { textIn, type Language } from '@parvis/contract/language.ts'
import type { Template, TemplateCategory, TemplateType } from '@parvis/contract/templates.ts'

/** Types of templates that are shown as tiles. */
export type TileType = Exclude<TemplateType, 'GooddealActivity'>

/** Types of posts: from a tile of one of three template types, or a free post. */
export type PublishKind = TileType | 'Post'

export interface TileGroup {
  category: TemplateCategory
  templates: Template[]
}

/** Removes case and accents, which are often omitted when typing fast. */
const normalizeText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const joinNormalized = (texts: (string | null | undefined)[]) => normalizeText(texts.filter(Boolean).join(' '))

/** Whether each typed word is the beginning of a word of the template, in either language. */
const matchesSearch = (template: Template, category: TemplateCategory, searchWords: string[]) => {
  const { lang } = template
  const searchText = ` ${joinNormalized([
    template.name,
    lang.en.name,
    template.title,
    lang.en.title,
    category.name,
    category.lang.en.name,
    ...template.choices.flatMap(choice => [choice.name, choice.lang.en.name]),
  ]).replace(/[^\p{L}\p{N}]+/gu, ' ')}`
  return searchWords.every(word => searchText.includes(` ${word}`))
}

/** Templates of one type that match the search, by category. `withEmpty` adds categories without templates. */
export const tileGroupsOf = (
  categories: readonly TemplateCategory[],
  type: TileType,
  search: string,
  withEmpty = false,
): TileGroup[] => {
  const searchWords = normalizeText(search)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return categories
    .map(category => ({
      category,
      templates: category.templates.filter(
        template => template.type === type && matchesSearch(template, category, searchWords),
      ),
    }))
    .filter(
      ({ category, templates }) =>
        templates.length > 0 || (withEmpty && searchWords.length === 0 && category.templates.length === 0),
    )
}

/** Returns the name under a tile; a template has a name in at least one language. */
export const templateName = (template: Pick<Template, 'name' | 'lang'>, language: Language): string =>
  textIn(language, template, 'name') ?? ''
