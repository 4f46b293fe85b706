/** Whether `text` holds `part` with neither a letter nor more of an address right behind it. */
const holds = (text: string, part: string, isAt: (at: number) => boolean, goesOn: RegExp): boolean => {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (isAt(at) && !goesOn.test(text.slice(at + part.length))) return true
  return false
}

const beginsWith = (text: string, title: string) => holds(text, title, at => at === 0, /^[\p{L}\p{N}]/u)

/** A full stop or a bracket behind a link ends the sentence; what goes on behind one is another link. */
const names = (text: string, link: string) => holds(text, link, () => true, /^[.,;:!?)\]'"»]*[^\s.,;:!?)\]'"»]/u)

/**
 * What an app shares stands in any of the three, and often twice: the link in the text, the title at its beginning. Each
 * is said once.
 */
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
