import type { FeedPost } from '@parvis/contract/feed.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { store, stored } from '#web/kernel/device/stored.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { removeNewPosts } from '../feed.new-posts.ts'
import { headlineOf } from '../headline.ts'
import { usePost } from '../posts.store.ts'
import css from './PinnedPosts.module.css'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Ids of the pinned posts that the viewer has collapsed; a post pinned later expands the section. */
    foldedPins: string[]
  }
}

export interface PinnedPostsProps {
  ids: readonly string[]
  communityUri: string
}

/** Card above the feed with a row for each post that the team has pinned; can be collapsed to one line. */
export const PinnedPosts = ({ ids, communityUri }: PinnedPostsProps) => {
  const [folded, setFolded] = useState<readonly string[]>(() => stored('foldedPins') ?? [])
  // A post pinned now must not be counted as a new post as well.
  useEffect(() => removeNewPosts(...ids), [ids])
  const { t } = useText()
  const id = useId()
  const headerRef = useRef<HTMLButtonElement>(null)
  usePassFocusOnUnmount(headerRef, () => document.getElementById('main'))
  const isOpen = ids.some(one => !folded.includes(one))
  const toggleFolded = () => {
    const next = isOpen ? [...ids] : []
    setFolded(next)
    store('foldedPins', isOpen ? next : null)
  }
  return (
    <section className={css.pinned} aria-labelledby={`${id}-head`}>
      <h2>
        <button
          ref={headerRef}
          type="button"
          className={css.head}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-labelledby={`${id}-head`}
          aria-describedby={isOpen ? undefined : `${id}-line`}
          onClick={toggleFolded}
        >
          <span className={css.mark}>
            <Icon name="pin" size="s" />
          </span>
          <span className={css.words}>
            <span id={`${id}-head`}>{t('post.pinned.count', { count: ids.length })}</span>
            {!isOpen && (
              <small id={`${id}-line`}>
                {ids.map((one, n) => (
                  <span key={one}>
                    {n > 0 && ' · '}
                    <PinnedTitle id={one} />
                  </span>
                ))}
              </small>
            )}
          </span>
          <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size="s" />
        </button>
      </h2>
      <ul id={`${id}-list`} className={css.list} hidden={!isOpen}>
        {isOpen &&
          ids.map(one => (
            <PinnedRow
              key={one}
              id={one}
              communityUri={communityUri}
              nextFocusTarget={() => headerRef.current ?? document.getElementById('main')}
            />
          ))}
      </ul>
    </section>
  )
}

interface PinnedRowProps {
  id: string
  communityUri: string
  nextFocusTarget: () => HTMLElement | null
}

const PinnedRow = ({ id, communityUri, nextFocusTarget }: PinnedRowProps) => {
  const link = useRef<HTMLAnchorElement>(null)
  usePassFocusOnUnmount(link, nextFocusTarget)
  return (
    <li>
      <Link ref={link} className={css.row} to="/$c/actualites/publication" params={{ c: communityUri }} search={{ id }}>
        <span>
          <PinnedTitle id={id} />
        </span>
        <Icon name="chevron-right" size="s" />
      </Link>
    </li>
  )
}

const PinnedTitle = ({ id }: { id: string }) => {
  const post = usePost(id)
  return post && <Title post={post} />
}

const Title = ({ post }: { post: FeedPost }) => {
  const { language } = useText()
  const { text, lang } = headlineOf(post, language)
  return (
    <span lang={lang} dir="auto">
      {text}
    </span>
  )
}

/** Moves the focus when the focused element is unmounted; keyboard users would otherwise lose their position. */
const usePassFocusOnUnmount = (from: { current: HTMLElement | null }, to: () => HTMLElement | null) => {
  const focusNext = useEffectEvent(() => to()?.focus({ preventScroll: true }))
  useLayoutEffect(() => {
    const element = from.current
    return () => {
      if (element === document.activeElement) focusNext()
    }
  }, [from])
}
