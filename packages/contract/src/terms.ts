import Type from 'typebox'
import { OneOf } from './entity.ts'
import { languages } from './language.ts'

/** Sections of the terms in order: the heading and text of each are under its name in `terms/<language>.json`. */
export const termsSections = [
  'who',
  'account',
  'rules',
  'team',
  'content',
  'data',
  'long',
  'rights',
  'outside',
  'law',
] as const

/** Not a JSON call: answers application/pdf. */
export const TERMS_PDF = '/globalinformations/terms.pdf'
export const termsPdfQuery = Type.Object({ lang: Type.Optional(OneOf(languages)) })
