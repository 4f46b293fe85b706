const holds = (text: string, part: string, isAt: (at: number) => boolean, goesOn: RegExp): boolean => {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (isAt(at) && !goesOn.test(text.slice(at + part.length))) return true
  return false
}

const beginsWith = (text: string, title: string) => holds(text, title, at => at === 0, /^[\p{L}\p{N}]/u)

/** Punctuation after a link ends it; anything else makes it another link. */
const names = (text: string, link: string) => holds(text, link, () => true, /^[.,;:!?)\]'"»]*[^\s.,;:!?)\]'"»]/u)

/** Without repetitions: the link is often in the text too, and the title at its beginning. */
export const sharedWords = (form: FormData): string[] => {
  const given = (name: string) =>
    form
      .getAll(name)
      .filter(value => typeof value === 'string')
      .map(text => text.trim())
      .filter(Boolean)
  const texts = given('text')
  const links = given('url').filter(link => ![...texts, ...given('title')].some(text => names(text, link)))
  const titles = given('title').filter(title => ![...texts, ...links].some(text => beginsWith(text, title)))
  return [...new Set([...titles, ...texts, ...links])]
}
