import type { CommunityType } from '@parvis/contract/community.ts'
import type { TemplateType } from '@parvis/contract/templates.ts'
import { bilingual, type Bilingual } from '../bilingual.ts'

export type HueName = 'share' | 'help' | 'lend' | 'move' | 'kids' | 'pets' | 'home' | 'food' | 'sport' | 'notice'

export interface DemoTemplate {
  key: string
  type: TemplateType
  /** The types of community that offer the template; all if absent. */
  suits?: readonly CommunityType[]
  /** `Post`: the template has no form of its own; it prefills the form of a free post. */
  subtype?: 'Post'
  name: Bilingual
  title: Bilingual
  description: Bilingual
  postDescription?: Bilingual
  picto: string
  choices?: Bilingual[]
}

export interface DemoCategory {
  key: string
  name: Bilingual
  picto: string
  hue: HueName
  templates: DemoTemplate[]
}

/** The types of community in which people live all year. */
export const residentialTypes = ['Neighborhood', 'Residence', 'Building', 'District'] as const satisfies CommunityType[]

type Pair = readonly [fr: string, en: string]
type TemplateOptions = { subtype?: 'Post'; after?: Pair; choices?: Pair[]; suits?: readonly CommunityType[] }

/**
 * Returns a function that builds templates of this type. Its texts are pairs of French and English. Only the types of
 * community in `suits` offer the templates; all if absent.
 */
export const templateOf =
  (type: DemoTemplate['type'], suits?: readonly CommunityType[]) =>
  (
    key: string,
    picto: string,
    name: Pair,
    title: Pair,
    description: Pair,
    options: TemplateOptions = {},
  ): DemoTemplate => ({
    key,
    type,
    picto,
    name: bilingual(...name),
    title: bilingual(...title),
    description: bilingual(...description),
    ...(options.subtype && { subtype: options.subtype }),
    ...((options.suits ?? suits) && { suits: options.suits ?? suits }),
    ...(options.after && { postDescription: bilingual(...options.after) }),
    ...(options.choices && { choices: options.choices.map(choice => bilingual(...choice)) }),
  })
