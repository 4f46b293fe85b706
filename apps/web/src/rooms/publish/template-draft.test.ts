// @vitest-environment node
import { MAX_CHOICE_LENGTH, MAX_TEMPLATE_NAME_LENGTH } from '@parvis/contract/templates.ts'
import { expect, test } from 'vitest'
import { languageOfTooLong, newTemplateDraft } from './template-draft.ts'

test('says in which language something is too long, of its choices too', () => {
  const draft = newTemplateDraft('Template', undefined)
  expect(languageOfTooLong(draft)).toBeUndefined()
  const fr = { ...draft.fr, name: 'a'.repeat(MAX_TEMPLATE_NAME_LENGTH + 1) }
  expect(languageOfTooLong({ ...draft, fr })).toBe('fr')
  const choice = { id: 'c', fr: 'a'.repeat(MAX_CHOICE_LENGTH), en: 'a'.repeat(MAX_CHOICE_LENGTH) }
  expect(languageOfTooLong({ ...draft, choices: [choice] })).toBeUndefined()
  expect(languageOfTooLong({ ...draft, choices: [choice, { ...choice, en: `${choice.en}!` }] })).toBe('en')
})
