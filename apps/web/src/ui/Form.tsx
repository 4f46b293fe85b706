import type { ComponentProps } from 'react'

export interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** Whether the form is being sent, or not ready to be sent: it is not sent again. */
  busy?: boolean
  onSubmit: () => void
}

/** A form that the app sends and validates itself. */
export const Form = ({ busy = false, onSubmit, ...props }: FormProps) => (
  <form
    noValidate
    {...props}
    onSubmit={event => {
      event.preventDefault()
      if (!busy) onSubmit()
    }}
  />
)
