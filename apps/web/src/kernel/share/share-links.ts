/** The text of a microblog post together with its address, in characters. */
export const SHARE_LENGTH = 280

/** What a reader takes for one letter: an accent, or the parts of an emoji, are not torn from it. */
const lettersOf = (text: string): string[] =>
  'Segmenter' in Intl ? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment) : [...text]

/** Counted as a microblog does, by characters, of which a letter may have several. */
const lengthOf = (text: string): number => [...text].length

/** Cuts between letters, with a mark of it; `room` counts characters. */
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

/** Cuts a text so that it fits into a microblog post together with a space and its address. */
export const microblogText = (text: string, url: string): string => cut(text, SHARE_LENGTH - lengthOf(url) - 1)

const query = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

/** The addresses of others that take over what is shared. */
export const shareLinks = (text: string, url: string) => ({
  mail: `mailto:?${query({ subject: text, body: url })}`,
  message: `sms:?&${query({ body: [text, url].filter(Boolean).join('\n') })}`,
  facebook: `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}`,
  x: `https://x.com/intent/post?${query({ text: microblogText(text, url), url })}`,
  whatsapp: `https://wa.me/?${query({ text: [text, url].filter(Boolean).join('\n') })}`,
})
