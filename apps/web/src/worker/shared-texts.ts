const containsPart = (text: string, part: string, isAccepted: (at: number) => boolean, continues: RegExp): boolean => {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (isAccepted(at) && !continues.test(text.slice(at + part.length))) return true
  return false
}

const beginsWith = (text: string, title: string) => containsPart(text, title, at => at === 0, /^[\p{L}\p{N}]/u)

/** Whether the text contains the whole link: if more than punctuation follows, the text contains a longer link. */
const containsLink = (text: string, link: string) =>
  containsPart(text, link, () => true, /^[.,;:!?)\]'"»]*[^\s.,;:!?)\]'"»]/u)

/** The texts of a share without repetitions: the text often begins with the title and contains the link. */
export const sharedTexts = (form: FormData): string[] => {
  const valuesOf = (name: string) =>
    form
      .getAll(name)
      .filter(value => typeof value === 'string')
      .map(text => text.trim())
      .filter(Boolean)
  const texts = valuesOf('text')
  const links = valuesOf('url').filter(link => ![...texts, ...valuesOf('title')].some(text => containsLink(text, link)))
  const titles = valuesOf('title').filter(title => ![...texts, ...links].some(text => beginsWith(text, title)))
  return [...new Set([...titles, ...texts, ...links])]
}
