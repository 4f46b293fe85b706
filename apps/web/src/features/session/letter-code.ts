import { INVITATION_CODE_LENGTH } from '@parvis/contract/entry.ts'

const GROUP_LENGTH = 4

/** The code of a letter as sent to the server: upper case, without separators. */
export const normalizeCode = (typed: string): string => typed.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()

/** The code as printed: in groups of four. */
export const formatCode = (typed: string): string =>
  normalizeCode(typed)
    .slice(0, INVITATION_CODE_LENGTH)
    .match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'gu'))
    ?.join(' ') ?? ''

export const isCompleteCode = (typed: string): boolean => normalizeCode(typed).length === INVITATION_CODE_LENGTH
