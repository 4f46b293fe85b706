// @vitest-environment node
import { readFileSync } from 'node:fs'
import { errorStatus } from '@parvis/contract/errors.ts'
import { languages, type Language } from '@parvis/contract/language.ts'
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import { textFiles, typesFile, typesOfTexts } from '../../../build/messages.ts'

const roomsOf = (language: Language) => [...textFiles(language).keys()]
const textsOf = (language: Language, room: string): Record<string, string> =>
  JSON.parse(readFileSync(textFiles(language).get(room)!, 'utf8'))

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

test('both languages have the same rooms', () => {
  expect(roomsOf('fr')).toEqual(roomsOf('en'))
})

describe.each(roomsOf('en'))('%s', room => {
  const [en, fr] = [textsOf('en', room), textsOf('fr', room)]

  test('has the same keys in both languages, and no empty text', () => {
    expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort())
    expect(
      languages.flatMap(language => Object.entries(textsOf(language, room)).filter(([, text]) => text.trim() === '')),
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

test('every error key has its text, once: with every screen, or in the file of the one room that tells it', () => {
  const ofRooms = roomsOf('en').flatMap(room =>
    Object.keys(textsOf('en', room)).flatMap(key => (key.startsWith('errors.') ? key.slice('errors.'.length) : [])),
  )
  expect([...Object.keys(textsOf('en', 'errors')), ...ofRooms].sort()).toEqual(
    [...Object.keys(errorStatus), 'networkerror'].sort(),
  )
})
