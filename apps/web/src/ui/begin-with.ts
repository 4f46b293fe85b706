/** A text that begins with `words` instead of another of `all`; with them already, it does without. */
export const beginWith = (words: string, text: string, all: readonly string[]): string => {
  const begun = all.find(one => text.startsWith(one))
  const rest = begun === undefined ? text : text.slice(begun.length).replace(/^[\s.]+/, '')
  return begun === words ? rest : rest ? `${words}. ${rest}` : words
}
