import { DAY_MS } from './days.ts'
import { createIdGenerator, type Seed } from './seed.ts'
import type { Bilingual } from './texts/bilingual.ts'
import { categories, type DemoCategory, type DemoTemplate } from './texts/templates.ts'

const AGE_DAYS = 400

export interface Template extends Omit<DemoTemplate, 'choices'> {
  id: string
  choices: (Bilingual & { id: string })[]
  updatedAt: Date
}

export interface TemplateCategory extends Omit<DemoCategory, 'templates'> {
  id: string
  templates: Template[]
}

/** The catalogue of post templates that every community offers. */
export const makeTemplates = ({ random, now, idAt }: Seed): TemplateCategory[] => {
  const at = new Date(now.getTime() - AGE_DAYS * DAY_MS)
  const newId = createIdGenerator(idAt, random.fork('templates'))
  return categories.map(category => ({
    ...category,
    id: newId(at),
    templates: category.templates.map(template => ({
      ...template,
      id: newId(at),
      choices: (template.choices ?? []).map(choice => ({ ...choice, id: newId(at) })),
      updatedAt: at,
    })),
  }))
}
