import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Target } from './frame-context.ts'
import { LanguageButton } from './LanguageButton.tsx'
import { Wordmark } from './Wordmark.tsx'
import css from './PublicBar.module.css'

export interface PublicBarProps {
  home?: Target
  children?: ReactNode
}

export const PublicBar = ({ home, children }: PublicBarProps) => (
  <header className={css.bar}>
    {home ? (
      <Link className={css.home} {...home}>
        <Wordmark />
      </Link>
    ) : (
      <span className={css.home}>
        <Wordmark />
      </span>
    )}
    {children}
    <LanguageButton />
  </header>
)
