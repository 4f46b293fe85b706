import type { TemplateBody } from '@parvis/contract/templates.ts'
import { newId } from './ids.ts'
import { singleLine } from './text-input.ts'

export interface StoredChoice {
  id: string
  name: string | null
  name_en: string | null
}

const toStoredChoice = ({ _id, name, lang }: NonNullable<TemplateBody['choices']>[number]): StoredChoice => ({
  id: _id ?? newId(),
  name: singleLine(name) ?? null,
  name_en: singleLine(lang?.en?.name) ?? null,
})

/** Omits choices without a name. A choice in `existing` retains its id, so that its posts stay linked to it. */
export const toStoredChoices = (
  choices: TemplateBody['choices'],
  existing: readonly StoredChoice[],
): StoredChoice[] | undefined =>
  choices
    ?.map(toStoredChoice)
    .filter(({ name, name_en }) => name !== null || name_en !== null)
    .map((choice, index, all) => ({
      ...choice,
      id:
        existing.some(({ id }) => id === choice.id) && all.findIndex(({ id }) => id === choice.id) === index
          ? choice.id
          : newId(),
    }))
