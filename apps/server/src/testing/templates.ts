import {
  createTemplate,
  listTemplateCategories,
  type PublicationBody,
  publishTemplate,
  type Template,
  type TemplateBody,
} from '@parvis/contract/templates.ts'
import { expect } from 'vitest'
import type { Visitor } from './test-server.ts'

/** Returns status, error key and field of a refused call. */
export const readRefusal = async (reply: Promise<{ status: number; error: { key: string; field?: string } }>) => {
  const { status, error } = await reply
  return [status, error.key, error.field]
}

/** Calls about templates. `getVisitors` is called at each use, as the visitors log in later. */
export const templateCalls = (getVisitors: () => { neighbor: Visitor; employee: Visitor }) => {
  const categoriesOf = async (visitor: Visitor) => (await visitor.call(listTemplateCategories)).answer
  const templatesOf = async (visitor: Visitor) => (await categoriesOf(visitor)).flatMap(({ templates }) => templates)
  const categoryId = async () => (await categoriesOf(getVisitors().employee))[0]!._id
  return {
    categoriesOf,
    templatesOf,
    categoryId,
    oneOf: async (visitor: Visitor, is: (template: Template) => boolean) =>
      (await templatesOf(visitor)).find(is) ?? expect.fail('no such template'),
    publish: (body: PublicationBody, visitor = getVisitors().neighbor) => visitor.call(publishTemplate, { body }),
    create: (body: TemplateBody, visitor = getVisitors().employee) => visitor.call(createTemplate, { body }),
    /** Returns the body of a valid new template. */
    note: async (more: TemplateBody = {}): Promise<TemplateBody> => ({
      name: 'Ascenseur',
      title: 'Ascenseur en panne',
      description: 'Le technicien arrive.',
      lang: { en: { name: 'Lift', title: 'Lift out of order', description: 'The engineer is on the way.' } },
      categoryId: await categoryId(),
      ...more,
    }),
  }
}
