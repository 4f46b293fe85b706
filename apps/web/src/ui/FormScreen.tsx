import { useEffect, useRef, type ReactNode } from 'react'
import { Avatar } from './Avatar.tsx'
import { LanguageButton } from './LanguageButton.tsx'
import { Wordmark } from './Wordmark.tsx'
import css from './FormScreen.module.css'
import { Form } from './Form.tsx'

export interface FormScreenProps {
  /** The community in the top bar; if absent, the bar shows the product's name. */
  community?: { name: string; logoUri: string | null }
  title: string
  lead: string
  header?: ReactNode
  /** A preview of the result, shown on wide screens only. */
  aside?: ReactNode
  id: string
  /** The current step of the form: when the step changes, the title of the screen receives focus. */
  step?: number
  busy: boolean
  onSubmit: () => void
  actions: ReactNode
  children: ReactNode
}

export const FormScreen = ({
  community,
  title,
  lead,
  header,
  aside,
  id,
  step = 1,
  busy,
  onSubmit,
  actions,
  children,
}: FormScreenProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const previousStep = useRef(step)
  useEffect(() => {
    if (previousStep.current === step) return
    previousStep.current = step
    heading.current?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [step])
  return (
    <div className={css.screen}>
      <header className={css.bar}>
        <span className={css.place}>
          {community ? (
            <>
              <Avatar name={community.name} photoUri={community.logoUri} size="s" subject="place" />
              <b>{community.name}</b>
            </>
          ) : (
            <Wordmark />
          )}
        </span>
        <LanguageButton />
      </header>
      <main id="main" tabIndex={-1} className={css.main}>
        <div className={css.column}>
          {header}
          <div className={css.head}>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            <p>{lead}</p>
          </div>
          <Form id={id} className={css.form} busy={busy} onSubmit={onSubmit} inert={busy}>
            {children}
          </Form>
          {actions}
        </div>
        {aside}
      </main>
    </div>
  )
}
