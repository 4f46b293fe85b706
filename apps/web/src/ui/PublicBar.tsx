import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Target } from './frame-context.ts'
import { LanguageButton } from './LanguageButton.tsx'
import { Wordmark } from './Wordmark.tsx'
import css from './PublicBar.module.css'

export interface PublicBarProps {
  homeTarget?: Target
  children?: ReactNode
}

export const PublicBar = ({ homeTarget, children }: PublicBarProps) => (
  <header className={css.bar}>
    {homeTarget ? (
      <Link className={css.home} {...homeTarget}>
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
