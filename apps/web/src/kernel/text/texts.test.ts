// @vitest-environment node
import { readFileSync } from 'node:fs'
import { errorStatus } from '@parvis/contract/errors.ts'
import { languages, type Language } from '@parvis/contract/language.ts'
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import { textFiles, textTypesFile, generateTextTypes } from '../../../build/messages.ts'

const featuresOf = (language: Language) => [...textFiles(language).keys()]
const textsOf = (language: Language, feature: string): Record<string, string> =>
  JSON.parse(readFileSync(textFiles(language).get(feature)!, 'utf8'))

/** All placeholders of a message, as `name` or, with a format, `name:format`. */
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
const uniquePlaceholders = (message: string) => [...new Set(placeholdersOf(compileMessageOrThrow(message)))].sort()

test('the generated types match the text files', () => {
  expect(readFileSync(textTypesFile, 'utf8')).toBe(generateTextTypes())
})

test('both languages have text files for the same features', () => {
  expect(featuresOf('fr')).toEqual(featuresOf('en'))
})

describe.each(featuresOf('en'))('the texts of the feature %s', feature => {
  const [en, fr] = [textsOf('en', feature), textsOf('fr', feature)]

  test('have the same keys in both languages, and none is empty', () => {
    expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort())
    expect(
      languages.flatMap(language =>
        Object.entries(textsOf(language, feature)).filter(([, text]) => text.trim() === ''),
      ),
    ).toEqual([])
  })

  test('use the same placeholders in both languages', () => {
    const different = Object.keys(en).filter(
      key => String(uniquePlaceholders(en[key] ?? '')) !== String(uniquePlaceholders(fr[key] ?? '')),
    )
    expect(different).toEqual([])
  })

  test('use French typography in French', () => {
    expect(Object.entries(fr).filter(([, text]) => /\p{L}'\p{L}| [?!;:»]|« /u.test(text))).toEqual([])
  })
})

const allKeys = featuresOf('en').flatMap(feature => Object.keys(textsOf('en', feature)))

test('no key is in two files', () => {
  expect(allKeys.filter((key, at) => allKeys.indexOf(key) < at)).toEqual([])
})

test('every error key has a text', () => {
  expect(allKeys.flatMap(key => (key.startsWith('errors.') ? key.slice('errors.'.length) : [])).sort()).toEqual(
    [...Object.keys(errorStatus), 'networkerror'].sort(),
  )
})
