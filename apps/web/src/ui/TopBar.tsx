import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from './Avatar.tsx'
import { type Target, useFrame } from './frame-context.ts'
import { IconButton } from './IconButton.tsx'
import { IconLink } from './IconLink.tsx'
import { useScrolled } from './use-scrolled.ts'
import css from './TopBar.module.css'

export interface TopBarProps {
  /** The title of an inner screen. Without it, the bar of a tab: community and account; hidden on wide displays. */
  title?: string
  /** The element of the title: `p` if the screen has another heading. */
  as?: 'h1' | 'p'
  /** The target of the back link if this screen was the first one opened. */
  back?: Target
  end?: ReactNode
}

export const TopBar = ({ title, ...bar }: TopBarProps) =>
  title === undefined ? <CommunityBar end={bar.end} /> : <TitleBar title={title} {...bar} />

const TitleBar = ({ title, as: Title = 'h1', back, end }: TopBarProps) => {
  const { t } = useText()
  const { place } = useFrame()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const scrolled = useScrolled()
  const goBack = (event: MouseEvent) => {
    if (!canGoBack || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    router.history.back()
  }
  return (
    <header className={css.bar} data-scrolled={scrolled || undefined}>
      <IconLink icon="arrow-left" label={t('common.back')} {...(back ?? place.target)} onClick={goBack} />
      <Title>{title}</Title>
      {end}
    </header>
  )
}

const CommunityBar = ({ end }: { end: ReactNode }) => {
  const { place, me, bell } = useFrame()
  const scrolled = useScrolled()
  return (
    <header className={css.bar} data-kind="place" data-scrolled={scrolled || undefined}>
      <Link className={css.place} {...place.target}>
        <Avatar name={place.name} photoUri={place.logoUri} size="s" shape="place" />
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
      {me?.('bar')}
    </header>
  )
}
