export const SHARE_LENGTH = 280

/** Graphemes, so that accents and emoji parts are not split off. */
const lettersOf = (text: string): string[] =>
  'Segmenter' in Intl ? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment) : [...text]

/** In code points, as microblogs count. */
const lengthOf = (text: string): number => [...text].length

/** Truncates between graphemes and adds an ellipsis; the limit counts code points. */
export const cut = (text: string, room: number): string => {
  if (lengthOf(text) <= room) return text
  let kept = ''
  let left = room - 1
  for (const letter of lettersOf(text)) {
    left -= lengthOf(letter)
    if (left < 0) break
    kept += letter
  }
  return kept && `${kept.trimEnd()}…`
}

/** Truncates a text so that it fits into a microblog post together with a space and its address. */
export const microblogText = (text: string, url: string): string => cut(text, SHARE_LENGTH - lengthOf(url) - 1)

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
