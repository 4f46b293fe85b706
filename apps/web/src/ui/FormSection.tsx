import { useId, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import css from './FormSection.module.css'

export interface FormSectionProps {
  title: string
  note?: string
  error?: string | null
  children: ReactNode
}

export const FormSection = ({ title, note, error, children }: FormSectionProps) => {
  const id = useId()
  return (
    <section className={css.setting} aria-labelledby={id} data-invalid={error ? '' : undefined}>
      <h2 id={id} tabIndex={-1}>
        {title} {note && <small>{note}</small>}
      </h2>
      {children}
      {error && (
        <p className={css.error} role="alert">
          <Icon name="circle-alert" size="s" />
          {error}
        </p>
      )}
    </section>
  )
}
