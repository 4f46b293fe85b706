import type { Language } from '@parvis/contract/language.ts'

/** The languages of a form’s texts. French comes first, as in the documents of the communities. */
export const formLanguages = ['fr', 'en'] as const satisfies Language[]
