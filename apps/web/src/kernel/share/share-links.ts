export const MAX_MICROBLOG_LENGTH = 280

/** The graphemes of a text, so that accents and parts of an emoji are not split off. */
const graphemesOf = (text: string): string[] =>
  'Segmenter' in Intl ? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment) : [...text]

const lengthOf = (text: string): number => [...text].length

/** Truncates a longer text between graphemes and adds an ellipsis; `room` counts code points. */
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

export const microblogText = (text: string, url: string): string =>
  truncate(text, MAX_MICROBLOG_LENGTH - lengthOf(url) - 1)

const encodeQuery = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

export const shareLinks = (text: string, url: string) => ({
  mail: `mailto:?${encodeQuery({ subject: text, body: url })}`,
  message: `sms:?&${encodeQuery({ body: [text, url].filter(Boolean).join('\n') })}`,
  facebook: `https://www.facebook.com/sharer/sharer.php?${encodeQuery({ u: url })}`,
  x: `https://x.com/intent/post?${encodeQuery({ text: microblogText(text, url), url })}`,
  whatsapp: `https://wa.me/?${encodeQuery({ text: [text, url].filter(Boolean).join('\n') })}`,
})
