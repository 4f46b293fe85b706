import type { Language } from '@parvis/contract/language.ts'

/**
 * The language in which words are longer than they may be, by the most characters of each: a form that shows one
 * language at a time turns to it.
 */
export const languageTooLong = <Word extends string>(
  words: Record<Language, Readonly<Record<Word, string>>>,
  most: Readonly<Partial<Record<Word, number>>>,
): Language | undefined =>
  (['fr', 'en'] as const).find(language =>
    (Object.keys(most) as Word[]).some(word => words[language][word].length > most[word]!),
  )
