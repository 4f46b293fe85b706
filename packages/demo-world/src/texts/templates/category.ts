import type { CommunityType } from '@parvis/contract/community.ts'
import type { TemplateType } from '@parvis/contract/templates.ts'
import { b, type Bilingual } from '../bilingual.ts'

export type HueName = 'share' | 'help' | 'lend' | 'move' | 'kids' | 'pets' | 'home' | 'food' | 'sport' | 'notice'

export interface DemoTemplate {
  key: string
  type: TemplateType
  /** The kinds of community that it suits; all where it is not said. */
  suits?: readonly CommunityType[]
  /** `Post` opens the free post form prefilled. */
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

/** Where people live, all year round. */
export const homes = ['Neighborhood', 'Residence', 'Building', 'District'] as const satisfies CommunityType[]

type Pair = readonly [fr: string, en: string]
type More = { subtype?: 'Post'; after?: Pair; choices?: Pair[]; suits?: readonly CommunityType[] }

/** Tile, title and message of one type of template, each as French then English; `suits` where only some kinds of community need it. */
export const templateOf =
  (type: DemoTemplate['type'], suits?: readonly CommunityType[]) =>
  (key: string, picto: string, name: Pair, title: Pair, message: Pair, more: More = {}): DemoTemplate => ({
    key,
    type,
    picto,
    name: b(...name),
    title: b(...title),
    description: b(...message),
    ...(more.subtype && { subtype: more.subtype }),
    ...((more.suits ?? suits) && { suits: more.suits ?? suits }),
    ...(more.after && { postDescription: b(...more.after) }),
    ...(more.choices && { choices: more.choices.map(choice => b(...choice)) }),
  })
