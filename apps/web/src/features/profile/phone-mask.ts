import { MAX_TYPED_PHONE_LENGTH } from '@parvis/contract/profile.ts'

/** Of a number, behind what it begins with in France. */
const FIGURES = 9
const START = '+33(0)'

/**
 * Those figures as they were typed in any of the ways in which people write a number; null for what is not plainly one
 * of them.
 */
const figuresOf = (typed: string): string | null => {
  const plain = typed.replace('(0)', '').replace(/[^\d+]/g, '')
  const [, figures] =
    /^(?:\+33|0033)0?(\d*)$/.exec(plain) ??
    /^0([1-9]\d*)$/.exec(plain) ??
    // without what it begins with: only once it is whole
    /^33([1-9]\d{8})$/.exec(plain) ??
    /^((?!33)[1-9]\d{8})$/.exec(plain) ??
    []
  return figures ?? null
}

const written = (figures: string) => START + [figures.slice(0, 1), ...(figures.slice(1).match(/..?/g) ?? [])].join(' ')

/**
 * What a field for +33(0)X XX XX XX XX holds after a key: it is written so by itself, whether it was begun with 0, +33
 * or 0033, or pasted. What is no number of France, or has too many figures, stays as it was typed, without letters.
 */
export const maskPhone = (entered: string, before: string): string => {
  const typed = entered.replace(/[^\d\s+().-]/g, '').slice(0, MAX_TYPED_PHONE_LENGTH)
  const figures = figuresOf(typed)
  if (figures === null) return typed
  const isTaken = typed.length < before.length
  if (figures.length > FIGURES)
    return figuresOf(before)?.length === FIGURES && typed.startsWith(before) ? before : typed
  // what it begins with goes with the last figure
  if (figures === '' && isTaken) return ''
  // who mends the middle meets no mask before the number is whole again
  const isAtEnd = typed.startsWith(before) || before.startsWith(typed)
  return isAtEnd || figures.length === FIGURES ? written(figures) : typed
}
