import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../locales')
const textsOf = (language: 'en' | 'fr', file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, language, file), 'utf8'))
const files = readdirSync(join(folder, 'en'))

// Matches a straight apostrophe between letters, or a breaking space before a double punctuation mark or in guillemets.
const wrongTypography = /\p{L}'\p{L}| [?!;:»]|« /u

test('English and French have the same text files', () => {
  expect(readdirSync(join(folder, 'fr'))).toEqual(files)
})

describe.each(files)('the text file %s', file => {
  const [en, fr] = [textsOf('en', file), textsOf('fr', file)]

  test('has the same keys in both languages, and no empty text', () => {
    expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort())
    expect([...Object.values(en), ...Object.values(fr)].filter(text => text.trim() === '')).toEqual([])
  })

  test('uses French typography', () => {
    expect(Object.entries(fr).filter(([, text]) => wrongTypography.test(text))).toEqual([])
  })
})
