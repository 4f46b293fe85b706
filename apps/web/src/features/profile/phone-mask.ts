import { MAX_TYPED_PHONE_LENGTH } from '@parvis/contract/profile.ts'

/** Digits of a French number after its prefix. */
const FIGURES = 9
const START = '+33(0)'

/** The national digits of a number in any usual notation; null when it is not plainly one of them. */
const figuresOf = (typed: string): string | null => {
  const plain = typed.replace('(0)', '').replace(/[^\d+]/g, '')
  const [, figures] =
    /^(?:\+33|0033)0?(\d*)$/.exec(plain) ??
    /^0([1-9]\d*)$/.exec(plain) ??
    // Without a prefix a number is recognised only once it is complete.
    /^33([1-9]\d{8})$/.exec(plain) ??
    /^((?!33)[1-9]\d{8})$/.exec(plain) ??
    []
  return figures ?? null
}

const written = (figures: string) => START + [figures.slice(0, 1), ...(figures.slice(1).match(/..?/g) ?? [])].join(' ')

/**
 * Input mask of a +33(0)X XX XX XX XX field, for numbers typed or pasted with 0, +33 or 0033. A number that is not
 * French, or has too many digits, stays as typed, without letters.
 */
export const maskPhone = (entered: string, before: string): string => {
  const typed = entered.replace(/[^\d\s+().-]/g, '').slice(0, MAX_TYPED_PHONE_LENGTH)
  const figures = figuresOf(typed)
  if (figures === null) return typed
  const isTaken = typed.length < before.length
  if (figures.length > FIGURES)
    return figuresOf(before)?.length === FIGURES && typed.startsWith(before) ? before : typed
  // Deleting the last digit also deletes the prefix.
  if (figures === '' && isTaken) return ''
  // Edits in the middle are left alone until the number is complete again.
  const isAtEnd = typed.startsWith(before) || before.startsWith(typed)
  return isAtEnd || figures.length === FIGURES ? written(figures) : typed
}
