import { languages, type Language, pickLanguage } from '@parvis/contract/language.ts'
import type { FastifyRequest } from 'fastify'

export const languageOf = (request: FastifyRequest): Language =>
  pickLanguage(
    (request.headers['accept-language'] ?? '').split(',').map(part => part.split(';')[0]!.trim()),
    languages[0],
  )
