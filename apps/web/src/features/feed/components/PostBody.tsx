import type { LiveEvent } from '@parvis/contract/feed.ts'
import { textIn, type Language } from '@parvis/contract/language.ts'
import { Link } from '@tanstack/react-router'
import { useId, useState, type MouseEvent, type ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { LinkedText } from '#web/ui/LinkedText.tsx'
import type { Target } from '#web/ui/frame-context.ts'
import { isLong } from '../post-text.ts'
import css from './PostBody.module.css'

export interface PostBodyProps {
  titleId: string
  content: LiveEvent['eventId']
  /** The language that the post is shown in. */
  shown: Language
  /** Links to the post’s own page; left out there, where the text is not folded. */
  target?: Target
  /** Shown between the text and the closing text: time, place, media. */
  children?: ReactNode
}

export const PostBody = ({ titleId, content, shown, target, children }: PostBodyProps) => {
  const title = textIn(shown, content, 'title')
  const text = textIn(shown, content, 'description')
  const after = textIn(shown, content, 'postDescription')
  return (
    <>
      {(title || text || after) && (
        <div className={css.body}>
          <div className={css.words} lang={shown}>
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
            {text && (target ? <Fold key={shown} text={text} /> : <Text>{text}</Text>)}
          </div>
        </div>
      )}
      {children}
      {after && (
        <div className={css.body} lang={shown}>
          <Text>{after}</Text>
        </div>
      )}
    </>
  )
}

/**
 * Text lies above the link that covers the card, so that it can be selected. A tap that selects nothing opens the post
 * all the same, a middle click opens it in a new tab.
 */
const open = (event: MouseEvent<HTMLElement>) => {
  if (event.button > 1 || getSelection()?.isCollapsed === false) return
  const aside = event.button === 1
  coverOf(event)?.dispatchEvent(
    new window.MouseEvent('click', {
      bubbles: true,
      cancelable: true,
      // One of the two opens a new tab, depending on the system.
      ctrlKey: event.ctrlKey || aside,
      metaKey: event.metaKey || aside,
      shiftKey: event.shiftKey,
    }),
  )
}
const coverOf = ({ target, currentTarget }: MouseEvent<HTMLElement>) =>
  (target as Element).closest('a') ? null : currentTarget.closest('article')?.querySelector('[data-cover]')
/** A middle click that opens a tab must not start autoscroll as well. */
const holdScroll = (event: MouseEvent<HTMLElement>) => {
  if (event.button === 1 && coverOf(event)) event.preventDefault()
}

const Text = ({ id, folded = false, children }: { id?: string; folded?: boolean; children: string }) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the same link is there for the keyboard
  <p
    id={id}
    className={css.text}
    dir="auto"
    data-folded={folded || undefined}
    onClick={open}
    onAuxClick={open}
    onMouseDown={holdScroll}
  >
    <LinkedText text={children} />
  </p>
)

const Fold = ({ text }: { text: string }) => {
  const { t } = useText()
  const id = useId()
  const [unfolded, setUnfolded] = useState(false)
  const long = isLong(text)
  return (
    <>
      <Text id={id} folded={long && !unfolded}>
        {text}
      </Text>
      {long && (
        <button
          type="button"
          className={css.more}
          aria-expanded={unfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!unfolded)}
        >
          {t(unfolded ? 'feed.text.less' : 'feed.text.more')}
        </button>
      )}
    </>
  )
}
