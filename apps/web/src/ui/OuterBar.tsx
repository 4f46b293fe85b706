import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Target } from './frame-context.ts'
import { LanguageButton } from './LanguageButton.tsx'
import { Wordmark } from './Wordmark.tsx'
import css from './OuterBar.module.css'

export interface OuterBarProps {
  /** Where the name of the product leads, once that is known. */
  home?: Target
  children?: ReactNode
}

/** The bar of a screen that anybody may see: the product, and the other language. */
export const OuterBar = ({ home, children }: OuterBarProps) => (
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
