import type { ReactNode } from 'react'
import { findLinks } from '#web/kernel/text/find-links.ts'

/** For external links: no referrer and no ranking by search engines; `ui/base.css` selects user content by `ugc`. */
const rel = 'noopener noreferrer nofollow ugc'

const TextWithLinks = ({ text }: { text: string }): ReactNode =>
  findLinks(text).map(({ text: part, href }, index) =>
    href ? (
      <a key={index} href={href} rel={rel} target={href.startsWith('http') ? '_blank' : undefined}>
        {part}
      </a>
    ) : (
      part
    ),
  )

export default TextWithLinks
