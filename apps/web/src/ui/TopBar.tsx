import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Avatar } from './Avatar.tsx'
import { BackLink } from './BackLink.tsx'
import { type Target, useFrame } from './frame-context.ts'
import { IconButton } from './IconButton.tsx'
import { useScrolled } from './use-scrolled.ts'
import css from './TopBar.module.css'

export interface TopBarProps {
  /** The title of an inner screen. Without it, the bar shows community and account, and is hidden on wide displays. */
  title?: string
  /** The element of the title: `p` if the screen has another heading. */
  as?: 'h1' | 'p'
  /** The target of the back link if this screen is the first in the history. */
  backTarget?: Target
  endContent?: ReactNode
}

export const TopBar = ({ title, ...bar }: TopBarProps) =>
  title === undefined ? <CommunityBar end={bar.endContent} /> : <TitleBar title={title} {...bar} />

const TitleBar = ({ title, as: Title = 'h1', backTarget, endContent }: TopBarProps) => {
  const { place } = useFrame()
  const scrolled = useScrolled()
  return (
    <header className={css.bar} data-scrolled={scrolled || undefined}>
      <BackLink target={backTarget ?? place.target} />
      <Title>{title}</Title>
      {endContent}
    </header>
  )
}

const CommunityBar = ({ end }: { end: ReactNode }) => {
  const { place, renderAccountButton, bell } = useFrame()
  const scrolled = useScrolled()
  return (
    <header className={css.bar} data-kind="place" data-scrolled={scrolled || undefined}>
      <Link className={css.place} {...place.target}>
        <Avatar name={place.name} photoUri={place.logoUri} size="s" subject="place" />
        <b>{place.name}</b>
      </Link>
      {end}
      {bell && (
        <IconButton
          icon="bell"
          label={bell.label}
          count={bell.count}
          aria-haspopup="dialog"
          aria-expanded={bell.open}
          onClick={bell.onOpen}
        />
      )}
      {renderAccountButton?.('bar')}
    </header>
  )
}
