import { b, type Bilingual } from '../bilingual.ts'

export type HueName = 'share' | 'help' | 'lend' | 'move' | 'kids' | 'pets' | 'home' | 'food' | 'sport' | 'notice'

export interface DemoTemplate {
  key: string
  type: 'Activity' | 'Proposal' | 'Template'
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

type Pair = readonly [fr: string, en: string]
type More = { subtype?: 'Post'; after?: Pair; choices?: Pair[] }

/** Tile, title and message of one type of template, each as French then English. */
export const templateOf =
  (type: DemoTemplate['type']) =>
  (key: string, picto: string, name: Pair, title: Pair, message: Pair, more: More = {}): DemoTemplate => ({
    key,
    type,
    picto,
    name: b(...name),
    title: b(...title),
    description: b(...message),
    ...(more.subtype && { subtype: more.subtype }),
    ...(more.after && { postDescription: b(...more.after) }),
    ...(more.choices && { choices: more.choices.map(choice => b(...choice)) }),
  })
