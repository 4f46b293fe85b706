export const SHARE_LENGTH = 280

/** The graphemes of a text, so that accents and parts of an emoji are not split off. */
const graphemesOf = (text: string): string[] =>
  'Segmenter' in Intl ? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment) : [...text]

const lengthOf = (text: string): number => [...text].length

/** Truncates between graphemes and adds an ellipsis; the limit counts code points. */
export const truncate = (text: string, room: number): string => {
  if (lengthOf(text) <= room) return text
  let result = ''
  let left = room - 1
  for (const grapheme of graphemesOf(text)) {
    left -= lengthOf(grapheme)
    if (left < 0) break
    result += grapheme
  }
  return result && `${result.trimEnd()}…`
}

export const microblogText = (text: string, url: string): string => truncate(text, SHARE_LENGTH - lengthOf(url) - 1)

const query = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

export const shareLinks = (text: string, url: string) => ({
  mail: `mailto:?${query({ subject: text, body: url })}`,
  message: `sms:?&${query({ body: [text, url].filter(Boolean).join('\n') })}`,
  facebook: `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}`,
  x: `https://x.com/intent/post?${query({ text: microblogText(text, url), url })}`,
  whatsapp: `https://wa.me/?${query({ text: [text, url].filter(Boolean).join('\n') })}`,
})
