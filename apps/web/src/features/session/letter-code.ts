import { CODE_LENGTH } from '@parvis/contract/session.ts'

const GROUP = 4

/** The code of a letter as sent: upper case, without separators. */
export const plainCode = (typed: string): string => typed.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

/** The code as printed: in groups of four. */
export const writtenCode = (typed: string): string =>
  plainCode(typed)
    .slice(0, CODE_LENGTH)
    .match(new RegExp(`.{1,${GROUP}}`, 'gu'))
    ?.join(' ') ?? ''

export const isWholeCode = (typed: string): boolean => plainCode(typed).length === CODE_LENGTH
