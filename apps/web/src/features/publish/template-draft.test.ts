// @vitest-environment node
import { MAX_ALT_LENGTH } from '@parvis/contract/media.ts'
import { MAX_CHOICE_LENGTH, MAX_TEMPLATE_NAME_LENGTH } from '@parvis/contract/templates.ts'
import { expect, test } from 'vitest'
import { languageTooLong, newTemplateDraft } from './template-draft.ts'

test('languageTooLong returns the language of a text over its limit, including the texts of choices', () => {
  const draft = newTemplateDraft('Template', undefined)
  expect(languageTooLong(draft)).toBeUndefined()
  const fr = { ...draft.fr, name: 'a'.repeat(MAX_TEMPLATE_NAME_LENGTH + 1) }
  expect(languageTooLong({ ...draft, fr })).toBe('fr')
  // The alt text is only sent with a photo.
  const alt = 'a'.repeat(MAX_ALT_LENGTH + 1)
  expect(languageTooLong({ ...draft, en: { ...draft.en, alt } })).toBeUndefined()
  expect(languageTooLong({ ...draft, photo: 'stored', en: { ...draft.en, alt } })).toBe('en')
  const choice = { id: 'c', fr: 'a'.repeat(MAX_CHOICE_LENGTH), en: 'a'.repeat(MAX_CHOICE_LENGTH) }
  expect(languageTooLong({ ...draft, choices: [choice] })).toBeUndefined()
  expect(languageTooLong({ ...draft, choices: [choice, { ...choice, en: `${choice.en}!` }] })).toBe('en')
})
