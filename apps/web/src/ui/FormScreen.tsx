import { useEffect, useRef, type FormEventHandler, type ReactNode } from 'react'
import { Avatar } from './Avatar.tsx'
import { LanguageButton } from './LanguageButton.tsx'
import { Wordmark } from './Wordmark.tsx'
import css from './FormScreen.module.css'

export interface FormScreenProps {
  /** The product's own name without one. */
  place?: { name: string; logoUri: string | null }
  title: string
  lead: string
  /** Stands over the title: the steps of the form. */
  head?: ReactNode
  /** What will come of the form; on wide screens alone. */
  aside?: ReactNode
  id: string
  /** Which page of the form is on: a new one begins at its title. */
  step?: number
  /** Nothing of it can be changed: it is on its way. */
  busy: boolean
  onSubmit: FormEventHandler
  /** At its foot, always in reach. */
  acts: ReactNode
  children: ReactNode
}

/** A screen outside the frame that is one form, with the place that it is about at its head. */
export const FormScreen = ({
  place,
  title,
  lead,
  head,
  aside,
  id,
  step = 1,
  busy,
  onSubmit,
  acts,
  children,
}: FormScreenProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    heading.current?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [step])
  return (
    <div className={css.screen}>
      <header className={css.bar}>
        <span className={css.place}>
          {place ? (
            <>
              <Avatar name={place.name} photoUri={place.logoUri} size="s" shape="place" />
              <b>{place.name}</b>
            </>
          ) : (
            <Wordmark />
          )}
        </span>
        <LanguageButton />
      </header>
      <main id="main" tabIndex={-1} className={css.main}>
        <div className={css.column}>
          {head}
          <div className={css.head}>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            <p>{lead}</p>
          </div>
          <form id={id} className={css.form} onSubmit={onSubmit} noValidate inert={busy}>
            {children}
          </form>
          {acts}
        </div>
        {aside}
      </main>
    </div>
  )
}
