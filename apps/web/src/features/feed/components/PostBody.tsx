import type { FeedPost } from '@parvis/contract/feed.ts'
import { textIn, type Language } from '@parvis/contract/language.ts'
import { Link } from '@tanstack/react-router'
import { useId, useState, type MouseEvent, type ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { LinkedText } from '#web/ui/LinkedText.tsx'
import type { Target } from '#web/ui/frame-context.ts'
import { isLongText } from '../post-text.ts'
import css from './PostBody.module.css'

export interface PostBodyProps {
  titleId: string
  content: FeedPost['eventId']
  /** The language in which the post is shown. */
  shownLanguage: Language
  /** Link to the page of the post; undefined on that page, where the text is expanded. */
  target?: Target
  /** Time, location and media, shown between the text and the closing text. */
  children?: ReactNode
}

export const PostBody = ({ titleId, content, shownLanguage, target, children }: PostBodyProps) => {
  const title = textIn(shownLanguage, content, 'title')
  const text = textIn(shownLanguage, content, 'description')
  const closingText = textIn(shownLanguage, content, 'postDescription')
  return (
    <>
      {(title || text || closingText) && (
        <div className={css.body}>
          <div className={css.words} lang={shownLanguage}>
            {title && (
              <h2 id={titleId} dir="auto">
                {target ? (
                  <Link className={css.title} data-cover {...target}>
                    {title}
                  </Link>
                ) : (
                  title
                )}
              </h2>
            )}
            {text && (target ? <FoldableText key={shownLanguage} text={text} /> : <Text>{text}</Text>)}
          </div>
        </div>
      )}
      {children}
      {closingText && (
        <div className={css.body} lang={shownLanguage}>
          <Text>{closingText}</Text>
        </div>
      )}
    </>
  )
}

/**
 * Opens the post. The text lies above the link that covers the card, so that the text can be selected. A tap without a
 * selection opens the post, and a middle click opens it in a new tab.
 */
const openPost = (event: MouseEvent<HTMLElement>) => {
  if (event.button > 1 || getSelection()?.isCollapsed === false) return
  const inNewTab = event.button === 1
  coverLinkOf(event)?.dispatchEvent(
    new window.MouseEvent('click', {
      bubbles: true,
      cancelable: true,
      // A new tab is opened with Ctrl or with Cmd, depending on the operating system.
      ctrlKey: event.ctrlKey || inNewTab,
      metaKey: event.metaKey || inNewTab,
      shiftKey: event.shiftKey,
    }),
  )
}
const coverLinkOf = ({ target, currentTarget }: MouseEvent<HTMLElement>) =>
  (target as Element).closest('a') ? null : currentTarget.closest('article')?.querySelector('[data-cover]')
/** Keeps the middle click that opens a tab from starting autoscroll. */
const preventAutoscroll = (event: MouseEvent<HTMLElement>) => {
  if (event.button === 1 && coverLinkOf(event)) event.preventDefault()
}

const Text = ({ id, folded = false, children }: { id?: string; folded?: boolean; children: string }) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the same link is there for the keyboard
  <p
    id={id}
    className={css.text}
    dir="auto"
    data-folded={folded || undefined}
    onClick={openPost}
    onAuxClick={openPost}
    onMouseDown={preventAutoscroll}
  >
    <LinkedText text={children} />
  </p>
)

const FoldableText = ({ text }: { text: string }) => {
  const { t } = useText()
  const id = useId()
  const [isUnfolded, setUnfolded] = useState(false)
  const isFoldable = isLongText(text)
  return (
    <>
      <Text id={id} folded={isFoldable && !isUnfolded}>
        {text}
      </Text>
      {isFoldable && (
        <button
          type="button"
          className={css.more}
          aria-expanded={isUnfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {t(isUnfolded ? 'feed.text.less' : 'feed.text.more')}
        </button>
      )}
    </>
  )
}
