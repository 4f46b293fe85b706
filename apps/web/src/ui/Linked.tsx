import type { ReactNode } from 'react'
import { findLinks } from '#web/kernel/text/find-links.ts'

/** External links that get no referrer; `ui/base.css` recognizes user content by `ugc`. */
const rel = 'noopener noreferrer nofollow ugc'

const Linked = ({ text }: { text: string }): ReactNode =>
  findLinks(text).map(({ text: piece, href }, at) =>
    href ? (
      <a key={at} href={href} rel={rel} target={href.startsWith('http') ? '_blank' : undefined}>
        {piece}
      </a>
    ) : (
      piece
    ),
  )

export default Linked
