import type { LiveEvent } from '@parvis/contract/feed.ts'
import { languagesOf, textIn, type Language } from '@parvis/contract/language.ts'
import { Link } from '@tanstack/react-router'
import { useId, useState, type ReactNode } from 'react'
import { useText } from '#web/kernel/i18n.ts'
import type { Target } from '#web/ui/frame-context.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { isLong, piecesOf } from '../post-text.ts'
import css from './PostBody.module.css'

const fields = ['title', 'description', 'postDescription'] as const

export interface PostBodyProps {
  titleId: string
  content: LiveEvent['eventId']
  /** Leads to the post's own page; there, where nothing is folded, it is left out. */
  target?: Target
}

/** The words of a post in the reader's language; in the other where they are missing or asked for. */
export const PostBody = ({ titleId, content, target }: PostBodyProps) => {
  const { t, language } = useText()
  const [asked, setAsked] = useState<Language | null>(null)
  const written = languagesOf(content, fields)
  const only = written.length === 1 && written[0] !== language ? written[0] : null
  const shown = only ?? asked ?? language
  const other = shown === 'fr' ? 'en' : 'fr'
  const title = textIn(shown, content, 'title')
  const text = textIn(shown, content, 'description')
  const after = textIn(shown, content, 'postDescription')
  if (!title && !text && !after) return null
  return (
    <div className={css.body}>
      <div className={css.words} lang={shown}>
        {title && <h2 id={titleId}>{target ? <Link className={css.title} {...target}>{title}</Link> : title}</h2>}
        {text && (target ? <Fold key={shown} text={text} /> : <p className={css.text}><Linked text={text} /></p>)}
        {after && <p className={css.text}><Linked text={after} /></p>}
      </div>
      {written.length === 2 && <button type="button" className={css.lang} lang={other} onClick={() => setAsked(other)}>{t(`feed.lang.see.${other}`)}</button>}
      {only && <p className={css.only}><Icon name="languages" size="s" />{t(`feed.lang.only.${only}`)}</p>}
    </div>
  )
}

const Fold = ({ text }: { text: string }) => {
  const { t } = useText()
  const id = useId()
  const [open, setOpen] = useState(false)
  const long = isLong(text)
  return (
    <>
      <p id={id} className={css.text} data-folded={long && !open || undefined}><Linked text={text} /></p>
      {long && <button type="button" className={css.more} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>{t(open ? 'feed.text.less' : 'feed.text.more')}</button>}
    </>
  )
}

const Linked = ({ text }: { text: string }): ReactNode =>
  piecesOf(text).map((piece, n) => piece.href
    ? <a key={n} className={css.link} href={piece.href} target="_blank" rel="noopener noreferrer nofollow ugc">{piece.text}</a>
    : piece.text)
