const CODE = /^(?:\d{2,5}|2[ab])$/i

/**
 * The postcode or the number of the department that stands after the name of a town, or before it as on an envelope;
 * null where there is none beside a name.
 */
export const splitPlaceCode = (typed: string): { name: string; code: string | null } => {
  const words = typed.split(/[\s,()-]+/).filter(Boolean)
  const at = [words.length - 1, 0].find(n => CODE.test(words[n] ?? ''))
  if (words.length < 2 || at === undefined) return { name: typed, code: null }
  return { name: words.toSpliced(at, 1).join(' '), code: words[at]!.toLowerCase() }
}

/** The name of a place without marks that nobody sees, as pasted ones may hold; a postcode that is written with a space is one. */
export const typedName = (typed: string): string => {
  const seen = typed.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return /^[\d\s]+$/.test(seen) ? seen.replace(/\s/g, '') : seen
}
