// @vitest-environment node
import { readFileSync } from 'node:fs'
import { errorStatus } from '@parvis/contract/errors.ts'
import { languages, type Language } from '@parvis/contract/language.ts'
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import { textFiles, typesFile, typesOfTexts } from '../../../build/messages.ts'

const featuresOf = (language: Language) => [...textFiles(language).keys()]
const textsOf = (language: Language, feature: string): Record<string, string> =>
  JSON.parse(readFileSync(textFiles(language).get(feature)!, 'utf8'))

/** Every value that a message asks for, as `name` or `name:kind`. */
const placeholdersOf = (message: CompiledMessage): string[] =>
  message.flatMap(token => {
    if (typeof token === 'string') return []
    const [name, kind, cases] = token
    const inner =
      cases && typeof cases === 'object'
        ? (Object.values(cases).filter(part => Array.isArray(part)) as CompiledMessage[])
        : []
    return [kind ? `${name}:${kind}` : name, ...inner.flatMap(placeholdersOf)]
  })
const askedBy = (message: string) => [...new Set(placeholdersOf(compileMessageOrThrow(message)))].sort()

test('the types of the keys are those of the files', () => {
  expect(readFileSync(typesFile, 'utf8')).toBe(typesOfTexts())
})

test('both languages have the same features', () => {
  expect(featuresOf('fr')).toEqual(featuresOf('en'))
})

describe.each(featuresOf('en'))('%s', feature => {
  const [en, fr] = [textsOf('en', feature), textsOf('fr', feature)]

  test('has the same keys in both languages, and no empty text', () => {
    expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort())
    expect(
      languages.flatMap(language =>
        Object.entries(textsOf(language, feature)).filter(([, text]) => text.trim() === ''),
      ),
    ).toEqual([])
  })

  test('asks for the same values in both languages', () => {
    const unlike = Object.keys(en).filter(key => String(askedBy(en[key] ?? '')) !== String(askedBy(fr[key] ?? '')))
    expect(unlike).toEqual([])
  })

  test('writes French with its own marks', () => {
    // no straight apostrophe between letters, no breaking space before a double mark
    expect(Object.entries(fr).filter(([, text]) => /\p{L}'\p{L}| [?!;:»]|« /u.test(text))).toEqual([])
  })
})

test('every error key has its text, once: with every screen, or in the file of the one feature that tells it', () => {
  const ofFeatures = featuresOf('en').flatMap(feature =>
    Object.keys(textsOf('en', feature)).flatMap(key => (key.startsWith('errors.') ? key.slice('errors.'.length) : [])),
  )
  expect([...Object.keys(textsOf('en', 'errors')), ...ofFeatures].sort()).toEqual(
    [...Object.keys(errorStatus), 'networkerror'].sort(),
  )
})
