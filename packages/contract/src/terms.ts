import Type from 'typebox'
import { OneOf } from './entity.ts'
import { languages } from './language.ts'

/** Sections of the terms in order; `terms/<language>.json` has the heading and text of each under its name. */
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

/** The path of the terms as a PDF. Not a JSON call: returns application/pdf. */
export const TERMS_PDF = '/globalinformations/terms.pdf'
export const termsPdfQuery = Type.Object({ lang: Type.Optional(OneOf(languages)) })
